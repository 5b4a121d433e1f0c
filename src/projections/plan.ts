import { type PlanChange, planChangeOfHook } from '../domain/plan/change.js'
import { actorOf } from '../domain/session/payload.js'
import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import type { Db } from './sql.js'

/**
 * The plans of agents: their items, and where each plan was last seen. Hooks and transcript lines report the same calls, so data
 * older than what is stored changes nothing.
 */
export const planProjection = defineProjection({
  name: 'plan',
  version: 1,
  ddl: [
    // The main agent has the empty text.
    `create table p_plan (
       stream integer not null, agent text not null, tool text not null, at real not null, line integer,
       explanation text, whole_at real, primary key (stream, agent)
     ) without rowid`,
    `create table p_plan_item (
       stream integer not null, agent text not null, id text not null, place integer not null, text text not null,
       status text, description text, at real not null, primary key (stream, agent, id)
     ) without rowid`,
  ],
  reads: ['hook-received', 'plan-recorded'],
  apply: (events, db) => {
    for (const event of events) {
      if (event.type === 'plan-recorded') {
        const { agent, line, ...change } = event.data
        apply(db, event, agent ?? '', line, change)
        continue
      }
      if (event.type !== 'hook-received') continue
      const change = planChangeOfHook(event.data.kind, event.data.payload)
      if (change !== null) apply(db, event, actorOf(event.data.payload) ?? '', null, change)
    }
  },
  clear: ({ streams, everything }, db) => {
    for (const table of ['p_plan', 'p_plan_item']) {
      if (everything) db.run(`delete from ${table}`)
      else for (const stream of streams) db.run(`delete from ${table} where stream = ?`, stream)
    }
  },
})

const SEEN = `
  insert into p_plan (stream, agent, tool, at, line, explanation, whole_at) values (?, ?, ?, ?, ?, ?, ?)
  on conflict (stream, agent) do update set
    tool = case when excluded.at >= at then excluded.tool else tool end,
    line = case when excluded.at >= at then coalesce(excluded.line, line) else coalesce(line, excluded.line) end,
    explanation = case when excluded.at >= at then coalesce(excluded.explanation, explanation) else explanation end,
    at = max(at, excluded.at),
    whole_at = coalesce(max(whole_at, excluded.whole_at), whole_at, excluded.whole_at)`

// An item keeps its position. A later change without a text or a status keeps the known values.
const CHANGE = `
  insert into p_plan_item (stream, agent, id, place, text, status, description, at)
  values (?, ?, ?, (select coalesce(max(place), -1) + 1 from p_plan_item where stream = ? and agent = ?), ?, ?, ?, ?)
  on conflict (stream, agent, id) do update set
    text = case when excluded.at >= at or text = '' then coalesce(nullif(excluded.text, ''), text) else text end,
    status = case when excluded.at >= at then coalesce(excluded.status, status) else coalesce(status, excluded.status) end,
    description = case when excluded.at >= at then coalesce(excluded.description, description) else description end,
    at = max(at, excluded.at)`

const apply = (
  db: Db,
  { stream, occurredAt: at }: Recorded,
  agent: string,
  line: number | null,
  { tool, replaces, items, explanation }: PlanChange,
): void => {
  const known = db.get<{ whole_at: number | null }>(
    'select whole_at from p_plan where stream = ? and agent = ?',
    stream,
    agent,
  )
  // A change from before the last complete plan has no effect.
  if (known?.whole_at != null && at < known.whole_at) return
  db.run(SEEN, stream, agent, tool, at, line, explanation, replaces ? at : null)
  if (replaces) db.run('delete from p_plan_item where stream = ? and agent = ? and at <= ?', stream, agent, at)
  for (const [index, { id, text, status, description }] of items.entries()) {
    db.run(CHANGE, stream, agent, id ?? `#${index}`, stream, agent, text ?? '', status, description, at)
  }
}
