import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys, updatesQuery } from '../../../api/queries.js'
import { t } from '../../../i18n/i18n.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { CopyButton } from '../../../kit/copy-button.js'
import { Age } from '../../../kit/time.js'
import { useSettings } from '../use-settings.js'

/** Whether something newer is known, and the command that brings it: nothing is ever updated by itself. */
export function Updates() {
  useWords()
  const queries = useQueryClient()
  const { data: status } = useQuery(updatesQuery)
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('POST /api/updates/check'),
    onSuccess: (found) => queries.setQueryData(keys.updates, found),
  })
  if (status === undefined) return null
  const { update_available, manual_command, checks_enabled } = status
  const canLook = checks_enabled && status.canonical_remote !== null
  return (
    <div className="setting-row">
      <div>
        <b>
          {t('settings:updates.title')}{' '}
          {update_available && <span className="chip soft">{t('settings:updates.available')}</span>}
        </b>
        <p className="faint">
          {checks_enabled ? status.message : <Off />} {noteWords(status)}
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
        {canLook && (
          <button type="button" className="btn" disabled={isPending} onClick={() => mutate()}>
            {isPending ? t('settings:updates.looking') : t('settings:updates.look')}
          </button>
        )}
      </div>
    </div>
  )
}

/** That nobody may look, and how that is changed; a demo never looks. */
function Off() {
  const { data } = useSettings()
  if (data?.server.demo === true) return t('settings:updates.notInDemo')
  return <Trans i18nKey="settings:updates.off" components={{ setting: <code /> }} />
}

/** Why it is not as easy as a pull, where it is not. */
function noteWords(status: RouteAnswer<'GET /api/updates/status'>): string | null {
  const { situation, situation_note: note, current_branch: branch, remote_ref: ref } = status
  if (note === null || situation === null || situation === 'tracking_canonical') return note
  return t(`settings:updates.note.${situation}`, { branch, ref })
}
