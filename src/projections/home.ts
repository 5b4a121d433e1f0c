import type { EventType, Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import { NOBODY, ownerOf } from './owner.js'
import type { Db } from './sql.js'

/** What the events of a session are counted under. */
export interface Home {
  readonly owner: string
  readonly source: string
  readonly provider: string
}

/** The home of a session without events that create it. */
const UNKNOWN: Home = { owner: NOBODY, source: 'local', provider: 'claude' }

/** The events that create a session if it does not exist. */
export const SESSION_EVENTS = [
  'hook-received',
  'session-created',
  'session-updated',
  'session-abandoned',
  'session-end-inferred',
  'cli-status-reported',
  'agent-created',
  'agent-updated',
  'reply-recorded',
  'usage-recorded',
  'prompt-recorded',
  'tool-result-recorded',
  'interrupt-recorded',
  'api-error-recorded',
  'turn-completed',
  'compaction-seen',
  'session-renamed-in-transcript',
  'transcript-context-recorded',
  'subagent-transcript-found',
  'session-continued',
  'cost-reported',
] as const satisfies readonly EventType[]

/** Returns the home of a session after one more event: the same object if it did not change. */
export const homeAfter = (before: Home | undefined, event: Recorded): Home => {
  if (before === undefined) {
    const provider = providerAfter(UNKNOWN.provider, event)
    return { owner: ownerOf(event), source: event.source, provider }
  }
  const { owner, source, provider: known } = before
  const provider = providerAfter(known, event)
  return provider === known ? before : { owner, source, provider }
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

/** Returns the home of a session as of the current batch. */
export const readHome = (db: Db, stream: number): Home => find(db, stream) ?? UNKNOWN

/**
 * Whose each session is, which machine it comes from, and its provider. Sums and counts need no more of a session, so a change
 * of its rows does not rebuild them.
 */
export const homeProjection = defineProjection({
  name: 'home',
  version: 1,
  ddl: [
    'create table p_home (stream integer primary key, owner text not null, source text not null, provider text not null)',
  ],
  reads: SESSION_EVENTS,
  apply: (events, db) => {
    const homes = new Map<number, Home>()
    for (const event of events) {
      const { stream } = event
      const before = homes.get(stream) ?? find(db, stream)
      const now = homeAfter(before, event)
      homes.set(stream, now)
      // The provider of a session changes at most a few times.
      if (now !== before) write(db, stream, now)
    }
  },
  clear: ({ streams, everything }, db) => {
    if (everything) db.run('delete from p_home')
    else for (const stream of streams) db.run('delete from p_home where stream = ?', stream)
  },
})

const find = (db: Db, stream: number): Home | undefined =>
  db.get<Home & Record<string, never>>('select owner, source, provider from p_home where stream = ?', stream)

const write = (db: Db, stream: number, { owner, source, provider }: Home): void => {
  db.run(
    'insert or replace into p_home (stream, owner, source, provider) values (?, ?, ?, ?)',
    stream,
    owner,
    source,
    provider,
  )
}
