import type { Schema } from '../../domain/schema.js'
import type { Agent } from './session/agents.js'
import type { Alert } from './alert/alerts.js'
import type { EventRow } from './session/events.js'
import type { FolderStatus, RemoteSourceRow } from './system/remote-sources.js'
import type { Session } from './session/sessions.js'
import type { Ask } from './lane/asks.js'
import type { QueuedMessage } from './lane/queue.js'
import type { Race } from './lane/races.js'
import type { Train } from './lane/trains.js'
import type { LaneRow } from './lane/lanes.js'
import type { Runtime } from './lane/stack.js'
import type { ToolId } from '../../domain/tools/catalog.js'
import type { HookName, OutputStream } from '../../domain/stack/hooks.js'
import type { StackErrorCode } from '../../domain/stack/stack.js'
import type { ImportProgress } from './system/settings.js'
import type { UpdateStatus } from './system/updates.js'
import type { RouteAnswer } from './index.js'
import type { WorkflowRun } from './session/workflow-runs.js'

type FolderState = Schema.Schema.Encoded<typeof FolderStatus>
type RemoteSourceStatus =
  | { readonly id: string; readonly status: 'deleted'; readonly error: null }
  | (Pick<Schema.Schema.Encoded<typeof RemoteSourceRow>, 'id' | 'status' | 'last_sync_at'> & {
      readonly error: string | null
      readonly providers: { readonly claude: FolderState; readonly codex: FolderState }
    })

interface ConfigChange {
  readonly source: 'dashboard' | 'fs'
  readonly action: 'created' | 'changed' | 'removed'
  readonly type: string
  readonly scope: string
  readonly name: string | null
}

interface AboutHook {
  readonly lane_id: number
  readonly job: string
  readonly hook: HookName
}

/** The messages of `/ws`, by type. Rows have the REST shape, including cost. */
export interface SocketData {
  readonly session_created: Schema.Schema.Encoded<typeof Session>
  readonly session_updated: Schema.Schema.Encoded<typeof Session>
  readonly agent_created: Schema.Schema.Encoded<typeof Agent>
  readonly agent_updated: Schema.Schema.Encoded<typeof Agent>
  /** A workflow run was started, got another agent, or finished. */
  readonly workflow_upserted: Schema.Schema.Encoded<typeof WorkflowRun>
  /** A lane or one of its panes was created, changed or deleted. The row is that of `GET /api/lanes`. */
  readonly lane_update:
    | { readonly lane: Schema.Schema.Encoded<typeof LaneRow> }
    | { readonly lane_id: number; readonly deleted: true }
  /** A merge train started, a lane of it had its turn, or it ended. */
  readonly train_update: { readonly train: Schema.Schema.Encoded<typeof Train> }
  /** A race started, its agents were stopped at its limit, or it was decided. */
  readonly race_update: { readonly race: Schema.Schema.Encoded<typeof Race> }
  /** The messages that wait in a lane changed: all of them, as in `GET /api/lanes/:id/queue`. */
  readonly queue_update: {
    readonly lane_id: number
    readonly queue: readonly Schema.Schema.Encoded<typeof QueuedMessage>[]
  }
  /** What an agent in a lane asks was opened, answered or closed: the ask as in `GET /api/asks`. */
  readonly ask_update: { readonly ask: Schema.Schema.Encoded<typeof Ask> }
  /**
   * A part of what a hook writes, at most 16 KB. `seq` counts from 1 for each job: a client that reads too slowly misses some
   * numbers. These three messages have the number of the latest other message, and are not replayed.
   */
  readonly lane_hook_output: AboutHook & {
    readonly stream: OutputStream
    readonly seq: number
    readonly chunk: string
  }
  /** A hook has ended, after all its output. Both are null if it did not exit. */
  readonly lane_hook_result: AboutHook & {
    readonly code: number | null
    readonly signal: string | null
    readonly durationMs: number
  }
  /** Bringing up a stack has ended. An unhealthy stack is a runtime with a `lastError`. */
  readonly lane_runtime: { readonly lane_id: number; readonly job: string } & (
    | { readonly runtime: Schema.Schema.Encoded<typeof Runtime> }
    | { readonly error: { readonly code: StackErrorCode; readonly message: string } }
  )
  readonly new_event: Schema.Schema.Encoded<typeof EventRow>
  readonly stats_update: RouteAnswer<'GET /api/stats'>
  /** The rules, as in `GET /api/pricing`. A `resync` follows, because every cost changed. */
  readonly pricing_updated: RouteAnswer<'GET /api/pricing'>
  /** The response of `GET /api/quota`, after a status line or a limit changed by a whole percent. */
  readonly quota_updated: RouteAnswer<'GET /api/quota'>
  readonly 'import.progress': Schema.Schema.Encoded<typeof ImportProgress>
  /** A user was created, changed or deleted: read the row again. */
  readonly user_changed: { readonly id: number }
  /** An account of the pool was added, renewed or removed, or its limits were read: for admins. */
  readonly account_changed: { readonly tool: ToolId; readonly name: string }
  /** The configuration of Claude Code has changed: through the dashboard, or on disk. Null where it is unknown what. */
  readonly cc_config_changed: ConfigChange
  /** The same of Codex. */
  readonly codex_config_changed: ConfigChange
  /** How far the clone of the client's user is; `path` is where it will be. */
  readonly clone_progress: { readonly path: string; readonly phase: string; readonly percent: number }
  /** The state of a remote source: when it is set, when a sync starts or finishes, and when it is removed. */
  readonly 'remote_source.status': RemoteSourceStatus
  readonly update_status: Schema.Schema.Encoded<typeof UpdateStatus>
  readonly alert_triggered: Schema.Schema.Encoded<typeof Alert>
  /** The alert that was acknowledged, or that all were. */
  readonly alert_updated: Schema.Schema.Encoded<typeof Alert> | { readonly acked_all: true }
  /** The first message on every connection: the sequence number for resuming with `?since=`. */
  readonly hello: {
    readonly seq: number
    readonly resumed: boolean
    /** Another one after each start of the service: numbers of an earlier one mean nothing. */
    readonly epoch: string
  }
  /** The reply to the text `ping`, sent to that client only: browsers do not expose protocol pings to a page. */
  readonly pong: Readonly<Record<string, never>>
  /** Missed messages are no longer available: re-read everything. */
  readonly resync: { readonly reason: 'too_old' | 'slow_client' | 'bulk_change' | 'owner_changed' }
}

export type SocketType = keyof SocketData

/** One message of `/ws`. `seq` increases by one per message. It does not survive a restart, which is answered by `resync`. */
export type SocketMessage = {
  [T in SocketType]: {
    readonly type: T
    readonly data: SocketData[T]
    readonly timestamp: string
    readonly seq: number
  }
}[SocketType]
