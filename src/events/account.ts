import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { Owner } from './owner.js'
import { laneStream, prefsStream, userStream } from './streams.js'

/** An account changed preferences; null removed one. */
const prefsChanged = defineEvent({
  type: 'prefs-changed',
  stream: prefsStream,
  version: 1,
  schema: S.Struct({ account: Owner, set: S.Record({ key: S.String, value: S.NullOr(S.String) }) }),
})

/** The first-run setup of an account was done. */
const userOnboarded = defineEvent({
  type: 'user-onboarded',
  stream: userStream,
  version: 1,
  schema: S.Struct({ account: Owner }),
})

/** The text is in the vault under the revision; null: it was removed. Its length is in code points. */
const told = { revision: S.NullOr(S.String), length: S.Int }

/** An account changed what its new agents are told. */
const userInstructionsChanged = defineEvent({
  type: 'user-instructions-changed',
  stream: userStream,
  version: 1,
  schema: S.Struct({ account: Owner, ...told }),
})

/** What the new agents of a lane are told was changed. */
const laneInstructionsChanged = defineEvent({
  type: 'lane-instructions-changed',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, ...told }),
})

export const accountEvents = {
  'prefs-changed': prefsChanged,
  'user-onboarded': userOnboarded,
  'user-instructions-changed': userInstructionsChanged,
  'lane-instructions-changed': laneInstructionsChanged,
}
