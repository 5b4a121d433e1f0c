import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys, updatesQuery } from '../../../api/queries.js'
import { t } from '../../../i18n/i18n.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import chips from '../../../kit/chip.module.css'
import { CopyButton } from '../../../kit/copy-button.js'
import { SettingRow } from '../../../kit/setting-row.js'
import { Age } from '../../../kit/time.js'
import { useSettings } from '../use-settings.js'

/** Whether there is an update, and the command that installs it. Nothing is updated automatically. */
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
  const canCheck = checks_enabled && status.canonical_remote !== null
  return (
    <SettingRow
      label={
        <>
          {t('settings:updates.title')}{' '}
          {update_available && (
            <span className={chips['soft']} data-chip>
              {t('settings:updates.available')}
            </span>
          )}
        </>
      }
      help={
        <>
          {checks_enabled ? stateWords(status) : <Off />} {noteWords(status)}
          {status.last_checked_at !== null && (
            <>
              {' '}
              <Trans i18nKey="settings:updates.checked" components={{ ago: <Age since={status.last_checked_at} /> }} />
            </>
          )}
        </>
      }
      error={error === null ? (status.fetch_error ?? undefined) : advice(error)}
      {...(update_available && manual_command !== null
        ? { below: <code className="mono command">{manual_command}</code> }
        : {})}
    >
      {update_available && manual_command !== null && (
        <CopyButton text={manual_command} words={t('settings:updates.copy')} />
      )}
      {canCheck && (
        <button type="button" className={buttons['button']} disabled={isPending} onClick={() => mutate()}>
          {isPending ? t('settings:updates.checking') : t('settings:updates.check')}
        </button>
      )}
    </SettingRow>
  )
}

/** Why there are no checks for updates. */
function Off() {
  const { data } = useSettings()
  if (data?.server.demo === true) return t('settings:updates.notInDemo')
  return <Trans i18nKey="settings:updates.off" components={{ setting: <code /> }} />
}

/** Returns what the last check found. */
function stateWords(status: RouteAnswer<'GET /api/updates/status'>): string {
  const { git_repo, canonical_remote: remote, remote_ref: ref, commits_behind: count } = status
  if (!git_repo) return t('settings:updates.state.noClone')
  if (remote === null) return t('settings:updates.state.noRemote')
  if (status.fetch_error !== null) return t('settings:updates.state.unreachable', { remote })
  if (ref === null) return t('settings:updates.state.noMain', { remote })
  if (count > 0) return t('settings:updates.state.behind', { count, ref })
  return status.last_checked_at === null
    ? t('settings:updates.state.unchecked')
    : t('settings:updates.state.upToDate', { ref })
}

/** Returns what else is needed besides a pull. */
function noteWords(status: RouteAnswer<'GET /api/updates/status'>): string | null {
  const { situation, situation_note: note, current_branch: branch, remote_ref: ref } = status
  if (note === null || situation === null || situation === 'tracking_canonical') return note
  return t(`settings:updates.note.${situation}`, { branch, ref })
}
