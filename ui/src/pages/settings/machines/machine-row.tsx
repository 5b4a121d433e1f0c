import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice, Failure } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { RemoteSource } from '../../../api/types.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { ActWords } from '../../../kit/act-words.js'
import { SettingRow } from '../../../kit/setting-row.js'
import { Switch } from '../../../kit/switch.js'
import { Age } from '../../../kit/time.js'
import styles from './machines.module.css'

interface MachineRowProps {
  readonly source: RemoteSource
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** One machine: its last sync, the result, and its actions. */
export function MachineRow({ source, onEdit, onDelete }: MachineRowProps) {
  const t = useWords()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: keys.sources })
  const params = { id: source.id }
  const turn = useMutation({
    mutationFn: (enabled: boolean) => call('PATCH /api/remote-sources/:id', { params, body: { enabled } }),
    onSettled: refresh,
  })
  const test = useMutation({ mutationFn: () => call('POST /api/remote-sources/:id/test', { params }) })
  const sync = useMutation({
    mutationFn: () => call('POST /api/remote-sources/:id/sync', { params }),
    onMutate: () => {
      test.reset()
      void refresh()
    },
    onSettled: refresh,
  })
  // A failed sync is part of the machine's state, which is shown below.
  const unread = sync.error instanceof Failure && sync.error.code === 'SYNC_FAILED'
  const error = turn.error ?? test.error ?? (unread ? null : sync.error)
  const { label, host, ssh_port, session_count } = source
  return (
    <SettingRow
      label={label}
      help={
        <Trans
          i18nKey="settings:machines.row"
          count={session_count}
          values={{ host: ssh_port === null ? host : `${host}:${ssh_port}` }}
          components={{ host: <span className="mono" /> }}
        />
      }
      error={error === null ? undefined : advice(error)}
      isWide
      below={
        <p role="status">
          <State source={source} testing={test.isPending} tested={test.data} syncing={sync.isPending} />
        </p>
      }
    >
      <div className={styles['actions']}>
        <button type="button" disabled={test.isPending} onClick={() => test.mutate()}>
          <ActWords act="test" name={label} />
        </button>
        <button type="button" disabled={sync.isPending} onClick={() => sync.mutate()}>
          <ActWords act="sync" name={label} />
        </button>
        <button type="button" onClick={onEdit}>
          <ActWords act="edit" name={label} />
        </button>
        <button type="button" onClick={onDelete}>
          <ActWords act="delete" name={label} />
        </button>
      </div>
      <Switch
        label={t('settings:machines.switch', { name: label })}
        isOn={source.enabled}
        disabled={turn.isPending}
        onChange={turn.mutate}
      />
    </SettingRow>
  )
}

interface StateProps {
  readonly source: RemoteSource
  readonly testing: boolean
  readonly tested:
    | {
        readonly ok: boolean
        readonly message: string
        readonly remoteProjects: number
        readonly remoteCodexSessions: number
      }
    | undefined
  readonly syncing: boolean
}

/** The result of the test, or else of the last sync. */
function State({ source, testing, tested, syncing }: StateProps) {
  const t = useWords()
  if (testing) return <span className="faint">{t('settings:machines.connecting')}</span>
  if (tested !== undefined) {
    const { remoteProjects, remoteCodexSessions, message } = tested
    return tested.ok ? (
      <span className="well">
        {t('settings:machines.answers', { count: remoteProjects, codex: remoteCodexSessions })}
      </span>
    ) : (
      <span className="bad">{message}</span>
    )
  }
  if (syncing || source.status === 'syncing') return <span className="faint">{t('settings:machines.reading')}</span>
  const at = source.last_sync_at
  if (source.status === 'error') {
    return (
      <span className="bad">
        {source.last_error ?? t('settings:machines.failed')}
        {at !== null && (
          <span className="faint">
            {' '}
            <Trans i18nKey="settings:machines.tried" components={{ ago: <Age since={at} /> }} />
          </span>
        )}
      </span>
    )
  }
  if (at === null) return <span className="faint">{t('settings:machines.never')}</span>
  return (
    <span className="faint">
      <Trans i18nKey="settings:machines.read" components={{ ago: <Age since={at} /> }} />
    </span>
  )
}
