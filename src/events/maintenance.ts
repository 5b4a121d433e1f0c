import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'

const Counts = S.Record({ key: S.String, value: S.Int })

/** An import of history ended; the counts say what it read. Audit only. */
export const historyImported = defineEvent({
  type: 'history-imported',
  version: 1,
  schema: S.Struct({ source: S.Literal('default', 'path', 'upload'), counts: Counts }),
})

/** Hooks were installed into or removed from a tool's settings. Audit only. */
export const hooksInstalled = defineEvent({
  type: 'hooks-installed',
  version: 2,
  schema: S.Struct({
    provider: S.Literal('claude', 'codex'),
    installed: S.Boolean,
    /** The settings file; null where the event is older than this member. */
    path: S.NullOr(S.String),
  }),
  upcasts: [(older) => ({ ...(older as object), path: null })],
})

/** All projections were built anew from the log. Audit only. */
export const projectionsRebuilt = defineEvent({
  type: 'projections-rebuilt',
  version: 1,
  schema: S.Struct({ events: S.Int, parked: S.Int }),
})
