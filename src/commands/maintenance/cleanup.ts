import type { Author } from '../../domain/access/author.js'
import { DAY, type Instant, MINUTE } from '../../domain/time.js'
import { sessionStream } from '../../events/streams.js'
import type { Scrubbed } from '../ports/scrub.js'
import { type EraseParts, purgeSession } from './erase.js'

const HOUR = 60 * MINUTE

/** Null skips that step; zero applies to every session at once. */
export interface Cleanup {
  readonly abandonHours: number | null
  readonly purgeDays: number | null
  /** Only counts what would be done. */
  readonly dryRun: boolean
}

export interface CleanupResult {
  readonly abandoned: number
  readonly purgedSessions: number
  readonly purgedEvents: number
  readonly purgedAgents: number
  readonly erasure: Scrubbed
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

/**
 * Returns the command that marks active sessions as abandoned after a number of idle hours, then erases finished ones after a
 * number of idle days. The last activity counts: a session that ran for weeks and finished today is not old.
 */
export const cleanupCommand = (parts: EraseParts) => {
  const { committer, clock, db, scrub } = parts
  const purge = purgeSession(parts)

  const untouchedSince = (before: Instant, condition: string): readonly Old[] =>
    db.all<Old>(
      `select id, stream, status, last_at, (select count(*) from p_event e where e.stream = s.stream) as events,
         agent_count as agents from p_session s where last_at <= ? and ${condition} order by last_at`,
      before,
    )

  const abandon = async (stale: readonly Old[], hours: number, author: Author): Promise<void> => {
    for (let from = 0; from < stale.length; from += ABANDONED_AT_A_TIME) {
      await committer.submit((tx) => {
        for (const { id } of stale.slice(from, from + ABANDONED_AT_A_TIME)) {
          const data = { idleMinutes: hours * 60 }
          tx.append(sessionStream(id), { type: 'session-abandoned', data, occurredAt: clock.now(), ...author })
        }
      })
    }
  }

  return async ({ abandonHours, purgeDays, dryRun }: Cleanup, author: Author): Promise<CleanupResult> => {
    const now = clock.now()
    const stale = abandonHours === null ? [] : untouchedSince(now - abandonHours * HOUR, `status = 'active'`)
    const ended = new Set(stale.map(({ id }) => id))
    const old = purgeDays === null ? [] : untouchedSince(now - purgeDays * DAY, 'true')
    const purged = old.filter(({ id, status }) => status !== 'active' || ended.has(id))
    const result = {
      abandoned: stale.length,
      purgedSessions: purged.length,
      purgedEvents: purged.reduce((sum, { events }) => sum + events, 0),
      purgedAgents: purged.reduce((sum, { agents }) => sum + agents, 0),
    }
    if (dryRun) return { ...result, erasure: 'done' }
    await abandon(stale, abandonHours ?? 0, author)
    if (purged.length === 0) return { ...result, erasure: 'done' }
    await scrub.settle()
    for (const { id } of purged) await purge(id, 'retention', author)
    return { ...result, erasure: await scrub.scrub(purged.map(({ id }) => id)) }
  }
}

export type CleanupCommand = ReturnType<typeof cleanupCommand>
