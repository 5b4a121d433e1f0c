import * as Either from 'effect/Either'
import type { OwnerId } from '../access/author.js'
import { accept } from '../decision.js'
import { reject, type Rejection } from '../rejection.js'
import { DAY, type Instant, iso, parseInstant } from '../time.js'

/** A decision that waits longer than this is forgotten rather than postponed. */
const LONGEST = 31 * DAY

/** Reads until when a decision is postponed; null shows it again. */
export const readUntil = (given: unknown, now: Instant): Either.Either<Instant | null, Rejection<'EBADFIELD'>> => {
  const refused = (problem: string) =>
    Either.left(reject('EBADFIELD', `until: ${problem}`, { fields: { field: 'until' } }))
  if (given === null) return Either.right(null)
  const until = parseInstant(given)
  if (until === undefined) return refused('must be a date-time or null')
  if (until <= now) return refused('must be in the future')
  return until - now > LONGEST ? refused(`must be before ${iso(now + LONGEST)}`) : Either.right(until)
}

/** Until when an account postponed a decision; null if it did not. */
export interface KnownPostponement {
  readonly until: Instant | null
}

interface Postpone {
  readonly account: OwnerId
  readonly decision: string
  readonly until: Instant | null
}

/** Records that an account decides something later. */
const postpone = (known: KnownPostponement, { account, decision, until }: Postpone) =>
  known.until === until ? accept() : accept({ type: 'decision-postponed' as const, data: { account, decision, until } })

export const decidePostponements = { postpone }
