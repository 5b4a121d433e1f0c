import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { RemoteSource } from '../../../api/types.js'
import { plural } from '../../../format/format.js'
import { Switch } from '../../../kit/switch.js'
import { Age } from '../../../kit/time.js'

interface SourceRowProps {
  readonly source: RemoteSource
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** One machine: whether it can be read, when it was, and what can be done with it. */
export function SourceRow({ source, onEdit, onDelete }: SourceRowProps) {
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
  const error = turn.error ?? test.error ?? sync.error
  const { label, host, ssh_port, session_count } = source
  return (
    <div className={`setting-row ${source.enabled ? '' : 'off'}`}>
      <div>
        <b>{label}</b>
        <p className="faint">
          <span className="mono">
            {host}
            {ssh_port === null ? '' : `:${ssh_port}`}
          </span>
          , {plural(session_count, 'session')}.
        </p>
        <p role="status">
          <State source={source} testing={test.isPending} tested={test.data} syncing={sync.isPending} />
        </p>
        {error !== null && (
          <p role="alert" className="bad">
            {advice(error)}
          </p>
        )}
      </div>
      <Switch label={`Machine ${label}`} isOn={source.enabled} disabled={turn.isPending} onChange={turn.mutate} />
      <div className="row-acts">
        <button type="button" disabled={test.isPending} onClick={() => test.mutate()}>
          Test<span className="sr-only"> {label}</span>
        </button>
        <button type="button" disabled={sync.isPending} onClick={() => sync.mutate()}>
          Sync<span className="sr-only"> {label}</span>
        </button>
        <button type="button" onClick={onEdit}>
          Edit<span className="sr-only"> {label}</span>
        </button>
        <button type="button" onClick={onDelete}>
          Delete<span className="sr-only"> {label}</span>
        </button>
      </div>
    </div>
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

/** What came of the test that was just asked for, or how the last reading went. */
function State({ source, testing, tested, syncing }: StateProps) {
  if (testing) return <span className="faint">Connecting.</span>
  if (tested !== undefined) {
    const { remoteProjects, remoteCodexSessions, message } = tested
    return tested.ok ? (
      <span className="well">
        It answers: {plural(remoteProjects, 'transcript')} of Claude Code, {remoteCodexSessions} of Codex.
      </span>
    ) : (
      <span className="bad">{message}</span>
    )
  }
  if (syncing || source.status === 'syncing') return <span className="faint">Reading.</span>
  const at = source.last_sync_at
  if (source.status === 'error') {
    return (
      <span className="bad">
        {source.last_error ?? 'The last reading failed.'}
        {at !== null && (
          <span className="faint">
            {' '}
            Tried <Age since={at} /> ago.
          </span>
        )}
      </span>
    )
  }
  if (at === null) return <span className="faint">Not read yet.</span>
  return (
    <span className="faint">
      Read <Age since={at} /> ago.
    </span>
  )
}
