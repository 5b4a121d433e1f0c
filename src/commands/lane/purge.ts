import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import type { Visibility } from '../../domain/access/visibility.js'
import type { Confirmation } from '../../domain/lane/preflight.js'
import { type LaneHistory, readPurge, refusalOfPurge } from '../../domain/lane/purge.js'
import { activeInLane, finishedOfLane, type FinishedSession } from '../../projections/queries/lane-history.js'
import type { Reader } from '../../projections/sql.js'
import { nextTurn } from '../kernel/next-turn.js'
import type { Serial } from '../kernel/serial.js'
import type { EraseCommands } from '../maintenance/erase.js'

interface PurgeParts {
  readonly db: Reader
  readonly serial: Serial
  readonly deleteFinished: EraseCommands['deleteFinished']
}

/** Bytes of an event in the database, with the rows that are derived from it: about those of a tool call with its result. */
const BYTES_PER_EVENT = 1400

const sumOf = (sessions: readonly FinishedSession[]): LaneHistory => ({
  sessions: sessions.length,
  events: sessions.reduce((sum, { events }) => sum + events, 0),
  tokenRows: sessions.reduce((sum, { tokenRows }) => sum + tokenRows, 0),
})

/** Returns the commands that delete what is recorded of a lane. */
export const purgeCommands = ({ db, serial, deleteFinished }: PurgeParts) => {
  /** Counting a long history takes seconds: requests are answered in between. */
  const finished = (lane: number, visibility: Visibility) =>
    Effect.gen(function* () {
      const sessions: FinishedSession[] = []
      for (const some of finishedOfLane(db, visibility, lane)) {
        sessions.push(...some)
        yield* nextTurn
      }
      return sessions
    })

  return {
    /** Returns what a purge would delete. */
    preflight: (lane: number, visibility: Visibility) =>
      Effect.map(finished(lane, visibility), (sessions) => {
        const history = sumOf(sessions)
        return {
          ...history,
          bytesEstimate: history.events * BYTES_PER_EVENT,
          activeSessionSkipped: activeInLane(db, visibility, lane),
        }
      }),

    /** Deletes the finished sessions of a lane if they are those that were confirmed. Returns what was deleted. */
    purge: (lane: number, input: Confirmation, { author, writes }: Caller) =>
      Effect.gen(function* () {
        const expected = yield* readPurge(input)
        const work = Effect.gen(function* () {
          const sessions = yield* finished(lane, writes)
          const refused = refusalOfPurge(expected, sumOf(sessions))
          if (refused !== undefined) return yield* Effect.fail(refused)
          const ids = sessions.map(({ id }) => id)
          const gone = new Set(yield* deleteFinished(ids, author))
          return sumOf(sessions.filter(({ id }) => gone.has(id)))
        })
        return yield* serial.hold({ kind: 'lane', name: String(lane) }, work)
      }),
  }
}

export type PurgeCommands = ReturnType<typeof purgeCommands>
