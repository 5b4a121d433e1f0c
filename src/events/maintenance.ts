import { Schema as S } from '../domain/schema.js'
import { Provider } from '../domain/tools/schema.js'
import { defineEvent } from './define.js'
import { SERVICE_STREAM } from './streams.js'

const Counts = S.Record({ key: S.String, value: S.Int })

/** An import of history finished; the counts say what it read. Audit only. */
export const historyImported = defineEvent({
  type: 'history-imported',
  stream: SERVICE_STREAM,
  version: 1,
  schema: S.Struct({ source: S.Literal('default', 'path', 'upload'), counts: Counts }),
})

/** Hooks were installed into or removed from a tool's settings. Audit only. */
export const hooksInstalled = defineEvent({
  type: 'hooks-installed',
  stream: SERVICE_STREAM,
  version: 2,
  schema: S.Struct({
    provider: Provider,
    installed: S.Boolean,
    /** The settings file; null for events older than this member. */
    path: S.NullOr(S.String),
  }),
  upcasts: [(older) => ({ ...(older as object), path: null })],
})

/** All projections were rebuilt from the log. Audit only. */
export const projectionsRebuilt = defineEvent({
  type: 'projections-rebuilt',
  stream: SERVICE_STREAM,
  version: 1,
  schema: S.Struct({ events: S.Int, parked: S.Int }),
})

/** What an erasure subtracted from the figures of the service. Counts only: no names, paths or texts. */
const Gone = S.Struct({
  sessions: S.Int,
  agents: S.Int,
  events: S.Int,
  tokens: S.Struct({ input: S.Int, output: S.Int, cacheRead: S.Int, cacheWrite: S.Int }),
  /** Its cost at the prices of that day, exact, as a whole number of 10⁻¹⁷ USD. */
  cost: S.String,
})
type Gone = S.Schema.Type<typeof Gone>

/** A session was erased. Its id stays as a tombstone: its transcripts are only read again on request. */
export const sessionPurged = defineEvent({
  type: 'session-purged',
  stream: SERVICE_STREAM,
  version: 1,
  schema: S.Struct({ session: S.String, reason: S.Literal('deleted', 'retention'), gone: Gone }),
})

/** All sessions were erased. Transcripts that have not changed since are only read again on request. */
export const dataCleared = defineEvent({
  type: 'data-cleared',
  stream: SERVICE_STREAM,
  version: 1,
  schema: S.Struct({ gone: Gone }),
})

/** A requested import found an erased session: it is a normal session again. */
export const sessionRevived = defineEvent({
  type: 'session-revived',
  stream: SERVICE_STREAM,
  version: 1,
  schema: S.Struct({ session: S.String }),
})

/** A bundle was imported; its sessions are in the log as separate events. Audit only. */
export const bundleImported = defineEvent({
  type: 'bundle-imported',
  stream: SERVICE_STREAM,
  version: 1,
  schema: S.Struct({ format: S.NullOr(S.String), counts: Counts }),
})
