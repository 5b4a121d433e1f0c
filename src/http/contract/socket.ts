import type { Schema } from '../../domain/schema.js'
import type { Agent } from './agents.js'
import type { Alert } from './alerts.js'
import type { EventRow } from './events.js'
import type { FolderStatus, RemoteSourceRow } from './remote-sources.js'
import type { Session } from './sessions.js'
import type { ImportProgress } from './settings.js'
import type { UpdateStatus } from './updates.js'
import type { RouteAnswer } from './index.js'
import type { WorkflowRun } from './workflow-runs.js'

type FolderState = Schema.Schema.Encoded<typeof FolderStatus>
type RemoteSourceStatus =
  | { readonly id: string; readonly status: 'deleted'; readonly error: null }
  | (Pick<Schema.Schema.Encoded<typeof RemoteSourceRow>, 'id' | 'status' | 'last_sync_at'> & {
      readonly error: string | null
      readonly providers: { readonly claude: FolderState; readonly codex: FolderState }
    })

/** What `/ws` sends, by type. Rows have the REST shape, cost included. */
export interface SocketData {
  readonly session_created: Schema.Schema.Encoded<typeof Session>
  readonly session_updated: Schema.Schema.Encoded<typeof Session>
  readonly agent_created: Schema.Schema.Encoded<typeof Agent>
  readonly agent_updated: Schema.Schema.Encoded<typeof Agent>
  /** A run of the workflow tool was launched, has another agent, or is over. */
  readonly workflow_upserted: Schema.Schema.Encoded<typeof WorkflowRun>
  readonly new_event: Schema.Schema.Encoded<typeof EventRow>
  readonly stats_update: RouteAnswer<'GET /api/stats'>
  /** The rules as `GET /api/pricing` answers them; a `resync` follows, because every cost changed. */
  readonly pricing_updated: RouteAnswer<'GET /api/pricing'>
  /** A status line said something new, by a whole percent: the answer of `GET /api/quota`. */
  readonly quota_updated: RouteAnswer<'GET /api/quota'>
  readonly 'import.progress': Schema.Schema.Encoded<typeof ImportProgress>
  /** How another machine is doing: as it is set, as its reading begins and ends, and that it was removed. */
  readonly 'remote_source.status': RemoteSourceStatus
  readonly update_status: Schema.Schema.Encoded<typeof UpdateStatus>
  readonly alert_triggered: Schema.Schema.Encoded<typeof Alert>
  /** The alert that was acknowledged, or that all were. */
  readonly alert_updated: Schema.Schema.Encoded<typeof Alert> | { readonly acked_all: true }
  /** First message on every connection: the sequence number to resume from with `?since=`. */
  readonly hello: { readonly seq: number; readonly resumed: boolean }
  /** The answer to the text `ping`, to who sent it alone: browsers do not show a page the pings of its socket. */
  readonly pong: Readonly<Record<string, never>>
  /** What was missed is too long ago, or was dropped: read everything anew. */
  readonly resync: { readonly reason: 'too_old' | 'slow_client' | 'bulk_change' }
}

export type SocketType = keyof SocketData

/** One message of `/ws`. `seq` grows by one per message and survives nothing: a restart answers `resync`. */
export type SocketMessage = {
  [T in SocketType]: {
    readonly type: T
    readonly data: SocketData[T]
    readonly timestamp: string
    readonly seq: number
  }
}[SocketType]
