import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import type { Confirmation } from './preflight.js'

/** What is stored of the finished sessions of a lane. */
export interface LaneHistory {
  readonly sessions: number
  readonly events: number
  /** Messages with token counts. */
  readonly tokenRows: number
}

const FACTS = ['sessions', 'events', 'tokenRows'] as const

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Returns what a user confirmed to delete: every number that the preflight showed. */
export const readPurge = ({
  confirm,
  expect,
}: Confirmation): Either.Either<LaneHistory, Rejection<'ECONFIRM' | 'EEXPECT'>> => {
  if (confirm !== true) return Either.left(reject('ECONFIRM', 'confirm: must be true'))
  const { sessions, events, tokenRows } = (typeof expect === 'object' && expect !== null ? expect : {}) as {
    readonly [K in keyof LaneHistory]?: unknown
  }
  return isCount(sessions) && isCount(events) && isCount(tokenRows)
    ? Either.right({ sessions, events, tokenRows })
    : Either.left(reject('EEXPECT', 'expect: must have the sessions, events and tokenRows of the preflight'))
}

/** Returns why a confirmed purge must not run: the history changed since. */
export const refusalOfPurge = (
  expected: LaneHistory,
  { sessions, events, tokenRows }: LaneHistory,
): Rejection<'ESTALE'> | undefined => {
  const current = { sessions, events, tokenRows }
  return FACTS.every((fact) => expected[fact] === current[fact])
    ? undefined
    : reject('ESTALE', 'the sessions changed; nothing was deleted', { fields: { expected, current } })
}
