import type { OwnerId } from '../access/author.js'
import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import type { BlockMark } from './marks.js'

/** The lane that a review is about; undefined if it does not exist. */
export type KnownReview = { readonly lane: number } | undefined

interface Marks {
  readonly account: OwnerId
  readonly seen: readonly BlockMark[]
  readonly unseen: readonly BlockMark[]
}

/** Records which blocks of a lane's changes a user has seen. */
const mark = (known: KnownReview, marks: Marks) => {
  if (known === undefined) return refuse(reject('ENOLANE', 'lane not found'))
  return marks.seen.length + marks.unseen.length === 0
    ? accept()
    : accept({ type: 'blocks-marked' as const, data: { lane: known.lane, ...marks } })
}

export const decideReview = { mark }
