import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { Owner } from './owner.js'
import { prefsStream } from './streams.js'

/** An account decides something later; null: it is shown again. */
const decisionPostponed = defineEvent({
  type: 'decision-postponed',
  stream: prefsStream,
  version: 1,
  schema: S.Struct({ account: Owner, decision: S.String, until: S.NullOr(S.Number) }),
})

export const inboxEvents = { 'decision-postponed': decisionPostponed }
