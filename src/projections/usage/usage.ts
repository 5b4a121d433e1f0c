import type { Recorded } from '../../events/envelope.js'
import { defineProjection } from '../define.js'
import { isFork } from '../fork.js'
import type { Db } from '../sql.js'
import type { Touched } from '../touched.js'
import { type Held, load, remove, store } from './held.js'
import { COUNTS, isSuperseded, merged, reported, same } from './message.js'
import { SessionOwners } from './owners.js'
import { Recounted } from './recounted.js'
import { Rollups } from './rollups.js'
import { copiesOf, handedOver, share, toldByOthers } from './tellers.js'

const COUNT_COLUMNS = COUNTS.map((name) => `${name} integer not null`).join(', ')

/**
 * Tokens, counted once per message over all lines, files, sessions and re-reads: the field-wise maximum of what its lines report,
 * owned by its earliest line. Rollups change by the growth, so every sum equals the sum of these rows.
 */
export const usageProjection = defineProjection({
  name: 'usage',
  version: 7,
  uses: ['ownership', 'origin', 'fork'],
  ddl: [
    `create table p_usage (
       key integer primary key, hash integer not null, message text not null, stream integer not null, owner text not null,
       agent text, embedded integer not null, copied integer not null, at real not null, source text not null, provider text not null,
       model text not null, speed text not null, geo text not null, tier text not null, context integer not null, ${COUNT_COLUMNS}
     )`,
    // Message ids are random: rows are stored in order of arrival, and only this narrow index has random writes.
    'create index i_usage_hash on p_usage(hash)',
    'create index i_usage_stream on p_usage(stream)',
    // The sessions that report a message, for messages that several sessions report. These are few; when one of the sessions is
    // erased, the others are read again.
    `create table p_usage_shared (
       message text not null, stream integer not null, copied integer not null, primary key (message, stream)
     ) without rowid`,
    'create index i_usage_shared_stream on p_usage_shared(stream)',
    // Streams whose rollout was counted by requests: what an older release counted of them is dropped.
    'create table p_usage_recounted (stream integer primary key)',
    `create table p_usage_session (
       stream integer not null, agent text not null, day integer not null, model text not null, speed text not null,
       geo text not null, tier text not null, context integer not null, messages integer not null, ${COUNT_COLUMNS},
       primary key (stream, agent, day, model, speed, geo, tier, context)
     ) without rowid`,
    // All-time figures read whole days: prices change with the date, not with the hour.
    `create table p_usage_day (
       day integer not null, owner text not null, source text not null, provider text not null, model text not null,
       speed text not null, geo text not null, tier text not null, context integer not null, messages integer not null, ${COUNT_COLUMNS},
       primary key (day, owner, source, provider, model, speed, geo, tier, context)
     ) without rowid`,
    `create table p_usage_quarter (
       quarter integer not null, owner text not null, source text not null, provider text not null, model text not null,
       speed text not null, geo text not null, tier text not null, context integer not null, messages integer not null, ${COUNT_COLUMNS},
       primary key (quarter, owner, source, provider, model, speed, geo, tier, context)
     ) without rowid`,
    // The quarter hour comes first: the current rate of each session is read from the newest few, whatever came before.
    `create table p_usage_session_quarter (
       quarter integer not null, stream integer not null, model text not null, speed text not null, geo text not null,
       tier text not null, context integer not null, messages integer not null, ${COUNT_COLUMNS},
       primary key (quarter, stream, model, speed, geo, tier, context)
     ) without rowid`,
  ],
  reads: ['reply-recorded', 'usage-recorded', 'hook-received', 'session-owner-determined'],
  apply: (events, db, touched) => {
    for (const { type, stream } of events)
      if (type === 'session-owner-determined') change(db, handedOver(db, stream), touched)
    let from = 0
    for (const [i, event] of events.entries()) {
      if (!isFork(event)) continue
      count(events.slice(from, i), db, touched)
      from = i + 1
      disown(db, event, touched)
    }
    count(from === 0 ? events : events.slice(from), db, touched)
  },
  clear: (erasure, db) => {
    if (erasure.everything) {
      for (const table of ['', '_shared', '_recounted', '_session', '_day', '_quarter', '_session_quarter'])
        db.run(`delete from p_usage${table}`)
      return
    }
    for (const stream of erasure.streams) db.run('delete from p_usage_recounted where stream = ?', stream)
    const rollups = new Rollups()
    for (const { key, before, now } of toldByOthers(db, erasure)) {
      if (before === null) continue
      rollups.add(before, -1)
      remove(db, before)
      if (now === null) continue
      rollups.add(now, 1)
      store(db, key, now)
    }
    rollups.write(db)
  },
})

const count = (events: readonly Recorded[], db: Db, touched: Touched): void => {
  const owners = new SessionOwners(db)
  const recounted = new Recounted(db)
  const held = new Map<string, Held>()
  for (const event of events) {
    if (event.type === 'usage-recorded' && event.data.basis === 'request') recounted.drop(event.stream, held)
    if (isSuperseded(event, recounted)) continue
    const seen = reported(event, owners)
    if (seen === null) continue
    const entry = held.get(seen.message) ?? load(db, seen.message, event.position)
    if (entry.now !== null && entry.now.stream !== seen.stream) share(db, entry.now, seen)
    entry.now = entry.now === null ? seen : merged(entry.now, seen)
    held.set(seen.message, entry)
  }
  change(db, held.values(), touched)
}

/** Gives the messages that a fork copied to the sessions that made them. The hook that says when it was forked came late. */
const disown = (db: Db, { stream, occurredAt }: Recorded, touched: Touched): void => {
  change(db, copiesOf(db, stream, occurredAt), touched)
}

const change = (db: Db, messages: Iterable<Held>, touched: Touched): void => {
  const rollups = new Rollups()
  for (const { key, before, now } of messages) {
    if (before !== null && now !== null && same(before, now)) continue
    if (before !== null) {
      rollups.add(before, -1)
      touched.add('session', before.stream)
    }
    if (now !== null) {
      rollups.add(now, 1)
      store(db, key, now)
      touched.add('session', now.stream)
    } else if (before !== null) remove(db, before)
  }
  rollups.write(db)
}
