import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import type { LandWay } from './request.js'

/** What commands need to know about a lane that lands; undefined if it does not exist. */
export type KnownLanding = { readonly lane: number; readonly landed: Landing | null } | undefined

/** How a lane landed last. */
export interface Landing {
  readonly commit: string
  readonly base: string
  /** The commit that reverted it; null if none did. */
  readonly reverted: string | null
}

const noLane = () => refuse(reject('ENOLANE', 'lane not found'))

interface Accepted {
  /** The digest of the changes that were accepted; null: no longer accepted. */
  readonly diff: string | null
  readonly head: string | null
}

/** Records that a user accepted the changes of a lane, or no longer does. */
const acceptChanges = (known: KnownLanding, { diff, head }: Accepted) =>
  known === undefined ? noLane() : accept({ type: 'lane-accepted' as const, data: { lane: known.lane, diff, head } })

interface Landed {
  readonly base: string
  readonly how: LandWay
  readonly head: string
  readonly commit: string
  /** The commit of the base before. */
  readonly before: string
  /** The working directory that was updated; null if the base is checked out nowhere. */
  readonly folder: string | null
}

/** Records that the branch of a lane landed on its base. */
const land = (known: KnownLanding, landed: Landed) =>
  known === undefined ? noLane() : accept({ type: 'lane-landed' as const, data: { lane: known.lane, ...landed } })

/** Records that what landed was reverted. */
const revert = (known: KnownLanding, { commit, reverts }: { readonly commit: string; readonly reverts: string }) =>
  known === undefined
    ? noLane()
    : accept({ type: 'lane-reverted' as const, data: { lane: known.lane, commit, reverts } })

export const decideLanding = { acceptChanges, land, revert }
