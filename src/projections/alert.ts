import type { Recorded } from '../events/envelope.js'
import { sessionOfStream } from '../events/streams.js'
import { defineProjection } from './define.js'
import { ownerOf } from './ownership.js'
import type { Db } from './sql.js'

/** The alert rules, and the alerts that they and the budgets raised, each with its position in the log as its id. */
export const alertProjection = defineProjection({
  name: 'alert',
  version: 4,
  ddl: [
    // `since`: the rule, as currently set, ignores everything before this position.
    `create table p_alert_rule (
       id text primary key, owner text not null, name text not null, rule_type text not null, config text not null,
       enabled integer not null, cooldown_seconds integer not null, created_at real not null,
       updated_at real not null, made integer not null, since integer not null, scope text not null
     ) without rowid`,
    `create table p_alert (
       id integer primary key, stream integer not null, session text not null, rule text not null,
       rule_name text not null, rule_type text not null, agent text, message text not null, details text not null,
       at real not null, acknowledged_at real
     )`,
    'create index i_alert_scope on p_alert(rule, stream, agent, at)',
    'create index i_alert_rule on p_alert(rule, at)',
    'create index i_alert_stream on p_alert(stream)',
    'create index i_alert_open on p_alert(id) where acknowledged_at is null',
  ],
  reads: [
    'alert-rule-set',
    'alert-rule-removed',
    'alert-fired',
    'alert-acknowledged',
    'alerts-acknowledged',
    'budget-removed',
  ],
  apply: (events, db) => {
    for (const event of events) {
      const { occurredAt } = event
      if (event.type === 'alert-rule-set') setRule(db, event)
      else if (event.type === 'alert-fired') give(db, event)
      else if (event.type === 'alert-rule-removed') {
        db.run('delete from p_alert_rule where id = ?', event.data.rule)
        db.run('delete from p_alert where rule = ?', event.data.rule)
      } else if (event.type === 'budget-removed') {
        db.run('delete from p_alert where rule = ?', event.data.budget)
      } else if (event.type === 'alert-acknowledged') {
        db.run('update p_alert set acknowledged_at = ? where id = ?', occurredAt, event.data.alert)
      } else if (event.type === 'alerts-acknowledged') {
        const { upTo } = event.data
        db.run('update p_alert set acknowledged_at = ? where acknowledged_at is null and id <= ?', occurredAt, upTo)
      }
    }
  },
  // Alerts are erased with their session; rules, and the alerts of budgets, belong to no session.
  clear: ({ streams }, db) => {
    db.run('delete from p_alert where stream in (select value from json_each(?))', JSON.stringify([...streams]))
  },
})

type Of<T extends Recorded['type']> = Extract<Recorded, { type: T }>

const SET_RULE = `insert into p_alert_rule values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict do update set name = excluded.name, config = excluded.config, enabled = excluded.enabled,
    cooldown_seconds = excluded.cooldown_seconds, updated_at = excluded.updated_at, since = excluded.since,
    scope = excluded.scope`

const setRule = (db: Db, event: Of<'alert-rule-set'>): void => {
  const { data, occurredAt, position } = event
  const { rule, name, ruleType, enabled, cooldownSeconds, scope = 'own' } = data
  const config = JSON.stringify(data.config)
  const times = [occurredAt, occurredAt, position, position] as const
  db.run(SET_RULE, rule, ownerOf(event), name, ruleType, config, enabled ? 1 : 0, cooldownSeconds, ...times, scope)
}

const give = (db: Db, { data, occurredAt, position, stream, streamName }: Of<'alert-fired'>): void => {
  const { rule, ruleName, ruleType, agent, message } = data
  const session = sessionOfStream(streamName) ?? ''
  const details = JSON.stringify(data.details)
  const said = [rule, ruleName, ruleType, agent, message, details] as const
  db.run(
    'insert into p_alert values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null)',
    position,
    stream,
    session,
    ...said,
    occurredAt,
  )
}
