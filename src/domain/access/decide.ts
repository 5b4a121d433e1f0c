import { accept } from '../decision.js'
import type { OwnerId } from './author.js'
import type { Evidence } from './evidence.js'

/** Who owns a row now. */
interface Owned {
  readonly owner: string
}

/** Gives a lane to a user, with everything that hangs off it. */
const assignLane = ({ owner }: Owned, { lane, to }: { readonly lane: number; readonly to: OwnerId }) =>
  owner === to ? accept() : accept({ type: 'lane-owner-changed', data: { lane, owner: to } })

export const decideLaneOwner = { assign: assignLane }

interface Determined {
  readonly to: OwnerId
  readonly evidence: Evidence | 'assigned'
}

/** Returns what records whose a session is. */
export const ownerDetermined = ({ to, evidence }: Determined) =>
  ({ type: 'session-owner-determined', data: { owner: to, evidence } }) as const

const determine = (_: Owned, determined: Determined) => accept(ownerDetermined(determined))

export const decideSessionOwner = { determine }
