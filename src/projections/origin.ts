import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import { NOBODY } from './ownership.js'
import { SESSION_EVENTS } from './session-events.js'
import type { Db } from './sql.js'

/** Where a session comes from. */
interface Origin {
  readonly source: string
  readonly provider: string
}

/** What the events, messages and agents of a session are counted under. */
export interface CountKey extends Origin {
  readonly owner: string
}

/** The origin of a session without events that create it. */
const UNKNOWN: Origin = { source: 'local', provider: 'claude' }

/** Returns the origin of a session after one more event: the same object if it did not change. */
const originAfter = (before: Origin | undefined, event: Recorded): Origin => {
  if (before === undefined) return { source: event.source, provider: providerAfter(UNKNOWN.provider, event) }
  const provider = providerAfter(before.provider, event)
  return provider === before.provider ? before : { source: before.source, provider }
}

const providerAfter = (provider: string, event: Recorded): string => {
  switch (event.type) {
    case 'hook-received':
      return event.data.provider
    case 'session-created':
      return event.data.provider ?? provider
    default:
      return 'provider' in event.data && event.data.provider === 'codex' ? 'codex' : provider
  }
}

/**
 * Which machine each session comes from, and its provider. Sums and counts need no more of a session than this and its owner, so
 * a change of its rows does not rebuild them.
 */
export const originProjection = defineProjection({
  name: 'origin',
  version: 1,
  ddl: ['create table p_origin (stream integer primary key, source text not null, provider text not null)'],
  reads: SESSION_EVENTS,
  apply: (events, db) => {
    const origins = new Map<number, Origin>()
    for (const event of events) {
      const { stream } = event
      const before = origins.get(stream) ?? find(db, stream)
      const now = originAfter(before, event)
      origins.set(stream, now)
      // The provider of a session changes at most a few times.
      if (now !== before) write(db, stream, now)
    }
  },
  clear: ({ streams, everything }, db) => {
    if (everything) db.run('delete from p_origin')
    else for (const stream of streams) db.run('delete from p_origin where stream = ?', stream)
  },
})

const find = (db: Db, stream: number): Origin | undefined =>
  db.get<Origin & Record<string, never>>('select source, provider from p_origin where stream = ?', stream)

const write = (db: Db, stream: number, { source, provider }: Origin): void => {
  db.run('insert or replace into p_origin (stream, source, provider) values (?, ?, ?)', stream, source, provider)
}

/** Returns what a session is counted under as of the current batch. Needs `ownership` too. */
export const readCountKey = (db: Db, stream: number): CountKey =>
  db.get<CountKey & Record<string, never>>(
    `select p_ownership.owner, p_origin.source, p_origin.provider from p_origin join p_ownership using (stream)
     where stream = ?`,
    stream,
  ) ?? { owner: NOBODY, ...UNKNOWN }
