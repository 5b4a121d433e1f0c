import type { CloneReport } from '../../commands/lane/clone.js'
import type { LaneMove } from '../../commands/users/users.js'
import type { EventType, Payload, Recorded } from '../../events/envelope.js'
import type { ChangedRows, TouchedKind } from '../../projections/touched.js'
import type { SocketData } from '../contract/socket.js'
import type { Outbox, Readers } from './rooms.js'
import type { StateChange } from './state-feed.js'

/** What is announced besides committed changes, with what the announcement needs to know. */
export interface Signals {
  readonly 'import-progress': SocketData['import.progress'] & { readonly owner: string }
  readonly 'clone-progress': CloneReport
  readonly 'lane-moved': LaneMove
  readonly 'update-status': SocketData['update_status']
  /** A status line changed. */
  readonly quota: undefined
  /** The sync of a remote source, by its id. */
  readonly 'source-sync': string
  /** Somebody opened or left the terminal of a lane of another user: the id of the lane. */
  readonly 'lane-watched': number
  /** The templates of pipelines changed. */
  readonly pipelines: undefined
  /** A file of the agents' configuration changed on disk. */
  readonly 'config-on-disk': Payload<'config-changed'> & {
    /** The folder of the project that the file is in; null for a file of the host. */
    readonly project: string | null
  }
  /** All tables can be read again. */
  readonly rebuilt: undefined
}

type Signal = keyof Signals
export type Tell = <S extends Signal>(signal: S, about: Signals[S]) => void

export type EventOf<T extends EventType> = Extract<Recorded, { readonly type: T }>

/** What turns changes into messages, by kind. A kind of rows without an announcer does not compile. */
export interface Announcers {
  /** In the order in which the kinds of one commit are announced. */
  readonly rows: { readonly [K in TouchedKind]: (rows: ChangedRows<K>, readers: Readers) => void }
  readonly state: { readonly [K in Exclude<StateChange['kind'], 'rows'>]: (out: Outbox) => void }
  /** Events that are announced one by one, at once. */
  readonly events: { readonly [T in EventType]?: (event: EventOf<T>, out: Outbox) => void }
  readonly signals: { readonly [S in Signal]: (about: Signals[S], out: Outbox) => void }
}
