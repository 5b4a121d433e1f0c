import type * as Effect from 'effect/Effect'
import type { WritingTurn } from '../../domain/git/turn-commits.js'
import type { Rejection } from '../../domain/rejection.js'

type Unavailable = Rejection<'EUNAVAILABLE'>

/**
 * Reads the edits of the sessions of a lane. The result finds out in which turns the lines of a file were written, from its text where
 * the branch left its base and its text now: one answer for each line of the latter, null where it is not sure.
 */
export type LineWriters = Effect.Effect<
  (
    path: string,
    texts: { readonly before: string | null; readonly now: string },
  ) => Effect.Effect<readonly (WritingTurn | null)[], Unavailable>,
  Unavailable
>
