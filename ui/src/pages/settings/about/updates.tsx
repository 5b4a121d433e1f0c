import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys, updatesQuery } from '../../../api/queries.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { CopyButton } from '../../../kit/copy-button.js'
import { Age } from '../../../kit/time.js'

/** Whether something newer is known, and the command that brings it: nothing is ever updated by itself. */
export function Updates() {
  const t = useWords()
  const queries = useQueryClient()
  const { data: status } = useQuery(updatesQuery)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('POST /api/updates/check'),
    onSuccess: (found) => queries.setQueryData(keys.updates, found),
  })
  if (status === undefined) return null
  const { update_available, manual_command } = status
  return (
    <div className="setting-row">
      <div>
        <b>
          {t('settings:updates.title')}{' '}
          {update_available && <span className="chip soft">{t('settings:updates.available')}</span>}
        </b>
        <p className="faint">
          {status.message} {status.situation_note}
          {status.last_checked_at !== null && (
            <>
              {' '}
              <Trans i18nKey="settings:updates.looked" components={{ ago: <Age since={status.last_checked_at} /> }} />
            </>
          )}
        </p>
        {status.fetch_error !== null && <p className="bad">{status.fetch_error}</p>}
        {update_available && manual_command !== null && <p className="mono command">{manual_command}</p>}
        {error !== null && (
          <p role="alert" className="bad">
            {advice(error)}
          </p>
        )}
      </div>
      {update_available && manual_command !== null ? (
        <CopyButton text={manual_command} words={t('settings:updates.copy')} />
      ) : (
        <span />
      )}
      <div className="buttons">
        <button type="button" className="btn" disabled={isPending} onClick={() => mutate()}>
          {isPending ? t('settings:updates.looking') : t('settings:updates.look')}
        </button>
      </div>
    </div>
  )
}
