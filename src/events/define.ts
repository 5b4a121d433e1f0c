import type { Schema } from '../domain/schema.js'
import type { StreamKind, StreamOf } from './streams.js'

/** Turns a payload into the next version. `actor`: see `authorOfActor`; null for an event stored with `by` and `via`. */
type Upcast = (older: unknown, actor: string | null) => unknown

/**
 * One kind of event: its name, the streams it may be appended to, the version of its payload, the schema of that version, and
 * one upcast per earlier version (the first turns version 1 into 2). A shipped schema is never edited, except to add an optional
 * field: a change of meaning is a new version. Golden fixtures and a list of schema digests check this.
 */
export interface EventDefinition<T extends string, A, K extends StreamKind = StreamKind> {
  readonly type: T
  readonly streams: readonly StreamOf<K>[]
  readonly version: number
  readonly schema: Schema.Schema<A>
  readonly upcasts: readonly Upcast[]
  /**
   * The oldest version whose readers accept this payload, because later ones only add members. A bundle states it instead of the
   * version, so that earlier releases import the bundle.
   */
  readonly readableAs: number
}

export const defineEvent = <const T extends string, A, K extends StreamKind>({
  stream,
  ...definition
}: {
  readonly type: T
  /** Several, if it may be appended to streams of several kinds. */
  readonly stream: StreamOf<K> | readonly StreamOf<K>[]
  readonly version: number
  readonly schema: Schema.Schema<A>
  readonly upcasts?: readonly Upcast[]
  readonly readableAs?: number
}): EventDefinition<T, A, K> => ({
  streams: [stream].flat() as readonly StreamOf<K>[],
  upcasts: [],
  readableAs: definition.version,
  ...definition,
})
