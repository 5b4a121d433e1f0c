import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { DAY, type Instant, MINUTE } from '../../domain/time.js'
import { directoriesOf } from '../../projections/queries/project-directories.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Clock } from '../ports/clock.js'
import type { ScrubPort } from '../ports/scrub.js'
import { session } from '../session/decider.js'
import type { Erasures } from './erasure.js'

const HOUR = 60 * MINUTE

/** Null skips that step; zero applies to every session at once. */
interface Cleanup {
  readonly abandonHours: number | null
  readonly purgeDays: number | null
  /** Only sessions of this project; null for all. */
  readonly cwd: string | null
  /** Only counts what would be done. */
  readonly dryRun: boolean
}

interface Old {
  readonly id: string
  readonly stream: number
  readonly status: string
  readonly last_at: Instant
  readonly events: number
  readonly agents: number
}

// Small enough that a hook between two units waits only milliseconds.
const ABANDONED_AT_A_TIME = 20

interface CleanupParts {
  readonly run: CommandRunner['run']
  readonly erasures: Pick<Erasures, 'retire'>
  readonly clock: Clock
  readonly db: Reader
  readonly scrub: ScrubPort
}

/**
 * Returns the command that marks active sessions as abandoned after a number of idle hours, then erases finished ones after a
 * number of idle days. The last activity counts: a session that ran for weeks and finished today is not old. Each session is
 * decided on its own, so one that is used again meanwhile is left alone.
 */
export const cleanupCommand = ({ run, erasures, clock, db, scrub }: CleanupParts) => {
  const untouchedSince = (before: Instant, cwd: string | null, condition: string): readonly Old[] => {
    const directories = cwd === null ? null : JSON.stringify(directoriesOf(db, systemVisibility, [cwd]))
    return db.all<Old>(
      `select id, stream, status, last_at, (select count(*) from p_event e where e.stream = s.stream) as events,
         agent_count as agents from p_session s where last_at <= ? and (? is null or cwd in (select value from json_each(?))) and ${condition} order by last_at`,
      before,
      directories,
      directories,
    )
  }

  const abandon = (stale: readonly Old[], idleSince: Instant, hours: number, author: Author) =>
    Effect.forEach(stale, ({ id }) => run(session, id, 'abandon', { idleSince, idleMinutes: hours * 60 }, author), {
      concurrency: ABANDONED_AT_A_TIME,
      discard: true,
    })

  return ({ abandonHours, purgeDays, cwd, dryRun }: Cleanup, author: Author) =>
    Effect.gen(function* () {
      const now = clock.now()
      const abandonBefore = now - (abandonHours ?? 0) * HOUR
      const purgeBefore = now - (purgeDays ?? 0) * DAY
      const stale = abandonHours === null ? [] : untouchedSince(abandonBefore, cwd, `status = 'active'`)
      const ended = new Set(stale.map(({ id }) => id))
      const old = purgeDays === null ? [] : untouchedSince(purgeBefore, cwd, 'true')
      const purged = old.filter(({ id, status }) => status !== 'active' || ended.has(id))
      const result = {
        abandoned: stale.length,
        purgedSessions: purged.length,
        purgedEvents: purged.reduce((sum, { events }) => sum + events, 0),
        purgedAgents: purged.reduce((sum, { agents }) => sum + agents, 0),
        purgedStreams: purged.map(({ stream }) => stream),
      }
      if (dryRun) return { ...result, erasure: 'done' as const }
      yield* abandon(stale, abandonBefore, abandonHours ?? 0, author)
      if (purged.length === 0) return { ...result, erasure: 'done' as const }
      yield* Effect.promise(() => scrub.settle())
      const gone: string[] = []
      for (const { id } of purged) {
        const retired = Effect.as(erasures.retire(id, purgeBefore, author), true)
        if (yield* Effect.catchTag(retired, 'Rejection', () => Effect.succeed(false))) gone.push(id)
      }
      return {
        ...result,
        erasure: gone.length === 0 ? ('done' as const) : yield* Effect.promise(() => scrub.scrub(gone)),
      }
    }).pipe(Effect.uninterruptible)
}

export type CleanupCommand = ReturnType<typeof cleanupCommand>
