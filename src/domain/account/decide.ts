import type { OwnerId } from '../access/author.js'
import { accept } from '../decision.js'
import type { Instant } from '../time.js'
import type { PrefChanges, Prefs } from './prefs.js'

/** What commands need to know about an account. */
export interface KnownAccount {
  readonly prefs: Prefs
  /** When its first-run setup was done; null before. */
  readonly onboardedAt: Instant | null
}

interface Of {
  readonly account: OwnerId
}

/** Records the preferences that differ. */
const setPrefs = ({ prefs }: KnownAccount, { account, changes }: Of & { readonly changes: PrefChanges }) => {
  const set = Object.fromEntries(Object.entries(changes).filter(([key, value]) => value !== (prefs[key] ?? null)))
  return Object.keys(set).length === 0 ? accept() : accept({ type: 'prefs-changed', data: { account, set } })
}

/** Marks the first-run setup as done, the first time. */
const onboard = ({ onboardedAt }: KnownAccount, { account }: Of) =>
  onboardedAt === null ? accept({ type: 'user-onboarded', data: { account } }) : accept()

export const decidePrefs = { set: setPrefs }
export const decideAccount = { onboard }

/** What agents are told was changed; the text is in the vault under the revision. Null: the text was removed. */
interface Told {
  readonly revision: string | null
  /** Code points. */
  readonly length: number
}

export const decideInstructions = {
  ofAccount: (_: null, { account, ...told }: Told & Of) =>
    accept({ type: 'user-instructions-changed', data: { account, ...told } }),
}
export const decideLaneInstructions = {
  ofLane: (_: null, told: Told & { readonly lane: number }) =>
    accept({ type: 'lane-instructions-changed', data: told }),
}
