import type { Schema } from '../domain/schema.js'

/** Turns a payload into the next version. `actor`: see `authorOfActor`; null for an event stored with `by` and `via`. */
export type Upcast = (older: unknown, actor: string | null) => unknown

/**
 * One kind of event: its name, the version of its payload, the schema of that version, and one upcast per earlier version (the
 * first turns version 1 into 2). A shipped schema is never edited, except to add an optional field: a change of meaning is a new
 * version. Golden fixtures and a list of schema digests check this.
 */
export interface EventDefinition<T extends string, A> {
  readonly type: T
  readonly version: number
  readonly schema: Schema.Schema<A>
  readonly upcasts: readonly Upcast[]
  /**
   * The oldest version whose readers accept this payload, because later ones only add members. A bundle states it instead of the
   * version, so that earlier releases import the bundle.
   */
  readonly readableAs: number
}

export const defineEvent = <const T extends string, A>(definition: {
  readonly type: T
  readonly version: number
  readonly schema: Schema.Schema<A>
  readonly upcasts?: readonly Upcast[]
  readonly readableAs?: number
}): EventDefinition<T, A> => ({ upcasts: [], readableAs: definition.version, ...definition })
