import type { Payload } from '../events/envelope.js'
import { defineProjection } from './define.js'
import type { Db, Reader } from './sql.js'

/**
 * What is remembered of erasures: the ids that are only imported again on request, when everything was cleared, and what was
 * subtracted from the counters of the metrics, which must never fall.
 */
export const erasureProjection = defineProjection({
  name: 'erasure',
  version: 1,
  ddl: [
    'create table p_tombstone (session text primary key) without rowid',
    'create table p_cleared (at real not null)',
    // Totals can exceed 2^53, so they are stored as text.
    'create table p_gone (figure text primary key, n text not null) without rowid',
  ],
  reads: ['session-purged', 'data-cleared', 'session-revived'],
  apply: (events, db) => {
    for (const { type, data, occurredAt } of events) {
      if (type === 'session-revived') db.run('delete from p_tombstone where session = ?', data.session)
      if (type === 'session-purged') {
        db.run('insert or ignore into p_tombstone (session) values (?)', data.session)
        count(db, data.gone)
      }
      if (type !== 'data-cleared') continue
      db.run('delete from p_tombstone')
      db.run('delete from p_cleared')
      db.run('insert into p_cleared (at) values (?)', occurredAt)
      count(db, data.gone)
    }
  },
  // These are facts about the service and not about a session.
  clear: () => undefined,
})

type Gone = Payload<'data-cleared'>['gone']

/** The counters of the metrics, in whole numbers. */
interface GoneFigures {
  readonly events: bigint
  readonly input: bigint
  readonly output: bigint
  readonly cache_read: bigint
  readonly cache_write: bigint
  /** In units of `Money`. */
  readonly cost: bigint
}

const figuresOf = ({ events, tokens, cost }: Gone): GoneFigures => ({
  events: BigInt(events),
  input: BigInt(tokens.input),
  output: BigInt(tokens.output),
  cache_read: BigInt(tokens.cacheRead),
  cache_write: BigInt(tokens.cacheWrite),
  cost: BigInt(cost),
})

const count = (db: Db, gone: Gone): void => {
  const before = goneFigures(db)
  for (const [figure, n] of Object.entries(figuresOf(gone)) as [keyof GoneFigures, bigint][]) {
    db.run('insert or replace into p_gone (figure, n) values (?, ?)', figure, String(before[figure] + n))
  }
}

/** Returns what erasures have subtracted from the counters so far. */
export const goneFigures = (db: Reader): GoneFigures => {
  const rows = new Map(
    db.all<{ figure: string; n: string }>('select figure, n from p_gone').map(({ figure, n }) => [figure, BigInt(n)]),
  )
  const of = (figure: keyof GoneFigures): bigint => rows.get(figure) ?? 0n
  return {
    events: of('events'),
    input: of('input'),
    output: of('output'),
    cache_read: of('cache_read'),
    cache_write: of('cache_write'),
    cost: of('cost'),
  }
}

export const isTombstoned = (db: Reader, session: string): boolean =>
  db.get('select 1 from p_tombstone where session = ?', session) !== undefined

/** Returns when everything was last cleared; 0 if never. */
export const clearedAt = (db: Reader): number => db.get<{ at: number }>('select at from p_cleared')?.at ?? 0
