import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import { ownerOf } from './ownership.js'
import type { Db } from './sql.js'

/** The budgets, and how much of each was used up when that was last checked. */
export const budgetProjection = defineProjection({
  name: 'budget',
  version: 2,
  ddl: [
    // `since`: the position of the event that set it last.
    `create table p_budget (
       id text primary key, owner text not null, name text not null, period text not null, cwd text,
       amount_usd real not null, timezone text not null, enabled integer not null, alert_at text not null,
       created_at real not null, updated_at real not null, made integer not null, since integer not null,
       reached_start text not null, reached_percent integer not null,
       pauses_starts integer not null
     ) without rowid`,
  ],
  reads: ['budget-set', 'budget-removed', 'budget-reached'],
  apply: (events, db) => {
    for (const event of events) {
      if (event.type === 'budget-set') setBudget(db, event)
      else if (event.type === 'budget-removed') db.run('delete from p_budget where id = ?', event.data.budget)
      else if (event.type === 'budget-reached') {
        const { budget, reached } = event.data
        db.run(
          'update p_budget set reached_start = ?, reached_percent = ? where id = ?',
          reached.periodStart,
          reached.percent,
          budget,
        )
      }
    }
  },
  // Budgets belong to no session.
  clear: () => undefined,
})

const SET_BUDGET = `insert into p_budget values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do update set name = excluded.name, period = excluded.period, cwd = excluded.cwd,
    amount_usd = excluded.amount_usd, timezone = excluded.timezone, enabled = excluded.enabled,
    alert_at = excluded.alert_at, updated_at = excluded.updated_at, since = excluded.since,
    reached_start = excluded.reached_start, reached_percent = excluded.reached_percent,
    pauses_starts = excluded.pauses_starts`

const setBudget = (db: Db, event: Extract<Recorded, { type: 'budget-set' }>): void => {
  const { data, occurredAt, position } = event
  const { budget, name, period, cwd, amountUsd, timezone, enabled, alertAt, reached, pausesStarts = false } = data
  const settings = [name, period, cwd, amountUsd, timezone, enabled ? 1 : 0, JSON.stringify(alertAt)] as const
  const times = [occurredAt, occurredAt, position, position] as const
  db.run(
    SET_BUDGET,
    budget,
    ownerOf(event),
    ...settings,
    ...times,
    reached.periodStart,
    reached.percent,
    pausesStarts ? 1 : 0,
  )
}
