import type { Recorded } from '../../events/envelope.js'
import type { Erasure } from '../define.js'
import { readCountKey } from '../origin.js'
import { readOwner } from '../ownership.js'
import { SessionOwners } from './owners.js'
import type { Db } from '../sql.js'
import { type Held, load } from './held.js'
import { isSuperseded, merged, type Message, reported } from './message.js'
import { Recounted } from './recounted.js'

/** Registers both sessions that report a message. The stored owner was the only one before, or is already registered. */
export const share = (db: Db, a: Message, b: Message): void => {
  for (const { message, stream, copied } of [a, b]) {
    db.run(
      `insert into p_usage_shared (message, stream, copied) values (?, ?, ?)
       on conflict (message, stream) do update set copied = max(copied, excluded.copied)`,
      message,
      stream,
      copied ? 1 : 0,
    )
  }
}

/** Returns the messages that a session has copied, because it was forked after them, as stored and with their other owner. */
export function* copiesOf(db: Db, stream: number, forkedAt: number): Generator<Held> {
  const told = db.all<{ message: string }>(
    `select message from p_usage where stream = ? and at < ? union select message from p_usage_shared where stream = ?`,
    stream,
    forkedAt,
    stream,
  )
  for (const { message } of told) {
    const held = load(db, message, 0)
    if (held.before === null || held.before.at >= forkedAt) continue
    db.run('update p_usage_shared set copied = 1 where message = ? and stream = ?', message, stream)
    if (held.before.stream === stream) yield { ...held, now: { ...held.before, copied: true, ...makerOf(db, message) } }
  }
}

/** Returns the messages of a session as stored, and as they are stored once they belong to its present owner. */
export function* handedOver(db: Db, stream: number): Generator<Held> {
  const owner = readOwner(db, stream)
  const stored = db.all<{ message: string }>(
    'select message from p_usage where stream = ? and owner <> ?',
    stream,
    owner,
  )
  for (const { message } of stored) {
    const held = load(db, message, 0)
    if (held.before !== null) yield { ...held, now: { ...held.before, owner } }
  }
}

/** Returns the session that owns a shared message: one that has not copied it, else the one that the log met first. */
const makerOf = (db: Db, message: string): Pick<Message, 'stream' | 'owner' | 'source' | 'copied'> | null => {
  const first = db.get<{ stream: number; copied: number }>(
    'select stream, copied from p_usage_shared where message = ? order by copied, stream limit 1',
    message,
  )
  if (first === undefined) return null
  const { owner, source } = readCountKey(db, first.stream)
  return { stream: first.stream, owner, source, copied: first.copied === 1 }
}

/** Returns the messages of the erased streams as stored, and as the remaining streams report them. */
export const toldByOthers = (db: Db, { streams, eventsOf }: Erasure): Iterable<Held> => {
  const owners = new SessionOwners(db)
  const recounted = new Recounted(db)
  const held = new Map<string, Held>()
  const others = new Map<number, Set<string>>()
  for (const stream of streams) {
    for (const { message } of messagesOf(eventsOf(stream), owners, recounted)) {
      if (held.has(message)) continue
      held.set(message, { ...load(db, message, 0), now: null })
      for (const other of forgetTellers(db, message, streams)) {
        const wanted = others.get(other)
        if (wanted === undefined) others.set(other, new Set([message]))
        else wanted.add(message)
      }
    }
  }
  for (const [stream, wanted] of others) {
    for (const seen of messagesOf(eventsOf(stream), owners, recounted)) {
      const entry = wanted.has(seen.message) ? held.get(seen.message) : undefined
      if (entry === undefined) continue
      const key = entry.now === null ? seen.position : Math.min(entry.key, seen.position)
      held.set(seen.message, { ...entry, key, now: entry.now === null ? seen : merged(entry.now, seen) })
    }
  }
  return held.values()
}

function* messagesOf(
  pages: Iterable<readonly Recorded[]>,
  owners: SessionOwners,
  recounted: Recounted,
): Generator<Message & { readonly position: number }> {
  for (const page of pages) {
    for (const event of page) {
      const seen = isSuperseded(event, recounted) ? null : reported(event, owners)
      if (seen !== null) yield { ...seen, position: event.position }
    }
  }
}

/**
 * Removes erased sessions from those that report a message; returns the others. A single remaining session is removed too,
 * because the message is no longer shared.
 */
const forgetTellers = (db: Db, message: string, erased: ReadonlySet<number>): readonly number[] => {
  const tellers = db.all<{ stream: number }>('select stream from p_usage_shared where message = ?', message)
  const others = tellers.map(({ stream }) => stream).filter((stream) => !erased.has(stream))
  for (const { stream } of tellers) {
    if (others.length > 1 && !erased.has(stream)) continue
    db.run('delete from p_usage_shared where message = ? and stream = ?', message, stream)
  }
  return others
}
