import { Schema as S } from '../domain/schema.js'
import { ACCOUNT_KINDS } from '../domain/pool/account.js'
import { TOOL_IDS } from '../domain/tools/catalog.js'
import { defineEvent } from './define.js'
import { poolStream } from './streams.js'

const account = { tool: S.Literal(...TOOL_IDS), name: S.String }
const Instant = S.NullOr(S.Number)

/** An account joined the pool. Its credentials, and whose it is, are in the vault under the revision. */
const added = defineEvent({
  type: 'pool-account-added',
  stream: poolStream,
  version: 1,
  schema: S.Struct({
    ...account,
    kind: S.Literal(...ACCOUNT_KINDS),
    revision: S.String,
    /** When its token expires; null if that is not known. */
    expiresAt: Instant,
  }),
})

/** Its credentials were renewed, by the vendor or by the tool. */
const renewed = defineEvent({
  type: 'pool-account-renewed',
  stream: poolStream,
  version: 1,
  schema: S.Struct({ ...account, revision: S.String, expiresAt: Instant }),
})

/** Its token could not be renewed: it gets no new agents until it can. */
const refreshFailed = defineEvent({
  type: 'pool-refresh-failed',
  stream: poolStream,
  version: 1,
  schema: S.Struct({ ...account, message: S.String }),
})

/** How much of its limits it has used, as the vendor says; percentages are null where it says nothing. */
const quotaRead = defineEvent({
  type: 'pool-quota-read',
  stream: poolStream,
  version: 1,
  schema: S.Struct({
    ...account,
    fiveHourPercent: S.NullOr(S.Number),
    fiveHourResetsAt: S.NullOr(S.String),
    sevenDayPercent: S.NullOr(S.Number),
    sevenDayResetsAt: S.NullOr(S.String),
    /** Why nothing could be read; then the numbers are those of the last time. */
    error: S.NullOr(S.String),
  }),
})

const removed = defineEvent({
  type: 'pool-account-removed',
  stream: poolStream,
  version: 1,
  schema: S.Struct(account),
})

export const poolEvents = {
  'pool-account-added': added,
  'pool-account-renewed': renewed,
  'pool-refresh-failed': refreshFailed,
  'pool-quota-read': quotaRead,
  'pool-account-removed': removed,
}
