import type { Author } from '../domain/access/author.js'
import type { Instant } from '../domain/time.js'
import type { AppEvent, EventOn, EventType, KindOf, Payload, SessionEvent } from './catalogue.js'
import type { StreamName } from './streams.js'

export type { AppEvent, EventOn, EventType, Payload, SessionEvent }

/** An event to append to the log. */
export interface New<T extends EventType = EventType> extends Author {
  readonly type: T
  readonly data: Payload<T>
  /** The payload as JSON if the sender already has it; otherwise `data` is serialized. */
  readonly json?: string
  /** When it happened, by the clock of its source. */
  readonly occurredAt: Instant
  /** The data source: `local`, or the id of a remote source. */
  readonly source?: string
  /** 16 bytes that identify the event within its stream when it arrives again; absent for facts without an identity. */
  readonly dedup?: Uint8Array
  /** The id of the event that this one follows from. */
  readonly cause?: string
  /** For an event of a bundle: who caused it according to the bundle. Kept as data, never trusted. */
  readonly claimed?: Author
}

/** The envelope of an event in the log. */
interface Position extends Author {
  /** Global order; the event id of the API. Grows, has gaps, is never reused. */
  readonly position: number
  /** ULID; its time part is when the event was recorded. */
  readonly id: string
  /** The log's numeric key of the stream. */
  readonly stream: number
  readonly version: number
  readonly occurredAt: Instant
  readonly source: string
}

/** An event of the log. `type` narrows `data` and the kind of the stream. */
export type Recorded = {
  readonly [T in EventType]: Position & {
    readonly type: T
    readonly data: Payload<T>
    readonly streamName: StreamName<KindOf<T>>
  }
}[EventType]

export type Appended =
  | { readonly duplicate: false; readonly event: Recorded }
  /** An event with the same dedup key is already at this position. */
  | { readonly duplicate: true; readonly position: number }
