import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import { readOwner } from './ownership.js'
import type { Db } from './sql.js'
import type { Touched } from './touched.js'

declare module './touched.js' {
  interface TouchedRows {
    /** By its id. */
    ask: string
  }
}

/** What the agents in lanes ask, who answered it, and when. */
export const askProjection = defineProjection({
  name: 'ask',
  version: 1,
  uses: ['ownership'],
  ddl: [
    `create table p_ask (
       ask text primary key, lane integer not null, owner text not null, run text not null, slot integer not null, session text,
       digest text not null, kind text not null, text text not null, options text not null, answerable integer not null,
       screen text not null, opened_at real not null, option text, label text, answered_by text, answered_at real, nonce text,
       outcome text, closed_at real
     ) without rowid`,
    'create index i_ask_open on p_ask (run) where outcome is null',
    // Open asks are few: a query for them, of a lane or of all, does not scan the closed ones.
    'create index i_ask_waiting on p_ask (opened_at, ask) where outcome is null',
    'create index i_ask_lane on p_ask (lane, opened_at)',
    'create index i_ask_time on p_ask (opened_at)',
  ],
  reads: ['ask-opened', 'ask-answered', 'ask-closed', 'run-ended', 'lane-owner-changed'],
  apply: (events, db, touched) => {
    for (const event of events) {
      if (event.type === 'ask-opened') open(db, event, touched)
      else if (event.type === 'ask-answered') answer(db, event, touched)
      else if (event.type === 'ask-closed') close(db, event.data.ask, event.data.outcome, event, touched)
      else if (event.type === 'run-ended') {
        const asks = db.all<{ ask: string }>('select ask from p_ask where run = ? and outcome is null', event.data.run)
        for (const { ask } of asks) close(db, ask, 'ended', event, touched)
      } else if (event.type === 'lane-owner-changed')
        db.run('update p_ask set owner = ? where lane = ?', readOwner(db, event.stream), event.data.lane)
    }
  },
  // Asks belong to lanes.
  clear: () => undefined,
})

type Event<T extends Recorded['type']> = Extract<Recorded, { readonly type: T }>

const open = (db: Db, { stream, data, occurredAt }: Event<'ask-opened'>, touched: Touched): void => {
  db.run(
    `insert into p_ask (ask, lane, owner, run, slot, session, digest, kind, text, options, answerable, screen, opened_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (ask) do nothing`,
    data.ask,
    data.lane,
    readOwner(db, stream),
    data.run,
    data.slot,
    data.session,
    data.digest,
    data.kind,
    data.text,
    JSON.stringify(data.options),
    data.answerable ? 1 : 0,
    JSON.stringify(data.screen),
    occurredAt,
  )
  touched.add('ask', data.ask, 'created')
  touched.add('lane', data.lane)
}

const answer = (db: Db, { data, by, occurredAt }: Event<'ask-answered'>, touched: Touched): void => {
  db.run(
    'update p_ask set option = ?, label = ?, answered_by = ?, answered_at = ?, nonce = ? where ask = ?',
    data.option,
    data.label,
    by,
    occurredAt,
    data.nonce,
    data.ask,
  )
  touched.add('ask', data.ask)
}

const close = (db: Db, ask: string, outcome: string, { occurredAt, data }: Recorded, touched: Touched): void => {
  db.run('update p_ask set outcome = ?, closed_at = ? where ask = ?', outcome, occurredAt, ask)
  touched.add('ask', ask)
  if ('lane' in data && typeof data.lane === 'number') touched.add('lane', data.lane)
}
