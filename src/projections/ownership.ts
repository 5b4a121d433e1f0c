import type { OwnerId } from '../domain/access/author.js'
import { localPrincipal } from '../domain/access/visibility.js'
import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import { SESSION_EVENTS } from './session-events.js'
import type { Db } from './sql.js'

/** The owner of the rows that nobody else owns. */
export const NOBODY = 'local' satisfies OwnerId & typeof localPrincipal.id

/** Returns the owner of what an event creates: the user who caused it. What the service caused belongs to nobody. */
export const ownerOf = ({ by }: Pick<Recorded, 'by'>): OwnerId => (by === 'host' ? NOBODY : by)

/**
 * Whose each session and each lane is. It comes before everything that has a column for the owner: no other projection decides
 * one, and each moves its rows when the owner changes.
 */
export const ownershipProjection = defineProjection({
  name: 'ownership',
  version: 1,
  ddl: ['create table p_ownership (stream integer primary key, owner text not null)'],
  reads: [...SESSION_EVENTS, 'lane-created', 'session-owner-determined', 'lane-owner-changed'],
  apply: (events, db) => {
    const known = new Set<number>()
    for (const event of events) {
      const { stream } = event
      const decided = decidedOwner(event)
      if (decided !== null) db.run('insert or replace into p_ownership (stream, owner) values (?, ?)', stream, decided)
      else if (!known.has(stream))
        db.run('insert or ignore into p_ownership (stream, owner) values (?, ?)', stream, ownerOf(event))
      known.add(stream)
    }
  },
  // Lanes belong to no session, so they stay when all sessions are erased.
  clear: ({ streams }, db) => {
    for (const stream of streams) db.run('delete from p_ownership where stream = ?', stream)
  },
})

/** Returns the owner that an event gives a session or a lane; null for any other event. */
const decidedOwner = (event: Recorded): OwnerId | null =>
  event.type === 'session-owner-determined' || event.type === 'lane-owner-changed' ? event.data.owner : null

/** Returns the owner of a session or a lane, by its stream, as of the current batch. */
export const readOwner = (db: Db, stream: number): string =>
  db.get<{ owner: string }>('select owner from p_ownership where stream = ?', stream)?.owner ?? NOBODY
