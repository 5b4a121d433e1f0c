import type { Schema } from '../domain/schema.js'

/**
 * One kind of event: its name, the version of its payload, the schema of that version, and one upcast per earlier version (the
 * first turns version 1 into 2). A shipped schema is never edited, except to add an optional field: a change of meaning is a new
 * version. Golden fixtures and a list of schema digests check this.
 */
export interface EventDefinition<T extends string, A> {
  readonly type: T
  readonly version: number
  readonly schema: Schema.Schema<A>
  readonly upcasts: readonly ((older: unknown) => unknown)[]
}

export const defineEvent = <const T extends string, A>(definition: {
  readonly type: T
  readonly version: number
  readonly schema: Schema.Schema<A>
  readonly upcasts?: readonly ((older: unknown) => unknown)[]
}): EventDefinition<T, A> => ({ upcasts: [], ...definition })
