import { accountId, type OwnerId } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import {
  decideAccount,
  decideInstructions,
  decideLaneInstructions,
  decidePrefs,
  type KnownAccount,
} from '../../domain/account/decide.js'
import { laneStream, prefsStream, userStream } from '../../events/streams.js'
import { onboardedAt, prefsOf } from '../../projections/queries/accounts.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

const load = (db: Reader, id: OwnerId): KnownAccount => ({
  prefs: prefsOf(db, systemVisibility, id),
  onboardedAt: onboardedAt(db, systemVisibility, id),
})

/** Commands about the preferences of an account. */
export const prefs = defineDecider({ stream: (id: OwnerId) => prefsStream(accountId(id)), load, decide: decidePrefs })

/** Commands about an account. */
export const account = defineDecider({
  stream: (id: OwnerId) => userStream(accountId(id)),
  load,
  decide: decideAccount,
})

/** What the agents of an account are told. */
export const instructionsOfAccount = defineDecider({
  stream: (id: OwnerId) => userStream(accountId(id)),
  load: () => null,
  decide: decideInstructions,
})

/** What the agents of a lane are told. */
export const instructionsOfLane = defineDecider({
  stream: (lane: number) => laneStream(String(lane)),
  load: () => null,
  decide: decideLaneInstructions,
})
