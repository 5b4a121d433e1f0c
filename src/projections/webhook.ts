import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import { ownerOf } from './ownership.js'
import type { Db } from './sql.js'

/** Webhook targets without their secrets, their pending deliveries, and the results of past ones. */
export const webhookProjection = defineProjection({
  name: 'webhook',
  version: 2,
  ddl: [
    `create table p_webhook (
       id text primary key, owner text not null, name text not null, type text not null, enabled integer not null, setup text not null,
       created_at real not null, updated_at real not null, made integer not null
     ) without rowid`,
    `create table p_webhook_due (
       target text not null, alert integer not null, stream integer not null, primary key (target, alert)
     ) without rowid`,
    'create index i_webhook_due_stream on p_webhook_due(stream)',
    `create table p_webhook_delivery (
       id integer primary key, stream integer not null, target text not null, target_name text not null,
       target_type text not null, alert integer, status text not null, status_code integer,
       attempts integer not null, error text, at real not null
     )`,
    'create index i_webhook_delivery_target on p_webhook_delivery(target)',
    'create index i_webhook_delivery_stream on p_webhook_delivery(stream)',
  ],
  reads: [
    'webhook-target-set',
    'webhook-target-removed',
    'webhook-requested',
    'webhook-delivered',
    'webhook-failed',
    'alert-rule-removed',
    'budget-removed',
  ],
  apply: (events, db) => {
    for (const event of events) {
      if (event.type === 'webhook-target-set') setTarget(db, event)
      else if (event.type === 'webhook-requested') {
        const { alert, targets } = event.data
        for (const target of targets) {
          db.run('insert or ignore into p_webhook_due values (?, ?, ?)', target, alert, event.stream)
        }
      } else if (event.type === 'webhook-target-removed') {
        const { target } = event.data
        db.run('delete from p_webhook where id = ?', target)
        db.run('delete from p_webhook_due where target = ?', target)
        db.run('delete from p_webhook_delivery where target = ?', target)
      } else if (event.type === 'alert-rule-removed') {
        // Its alerts were deleted with it, so their deliveries are dropped.
        db.run('delete from p_webhook_due where alert not in (select id from p_alert)')
      } else if (event.type === 'budget-removed') {
        // Its alerts and their deliveries are on its stream.
        db.run('delete from p_webhook_due where stream = ?', event.stream)
        db.run('delete from p_webhook_delivery where stream = ?', event.stream)
      } else if (event.type === 'webhook-delivered' || event.type === 'webhook-failed') settle(db, event)
    }
  },
  // Targets and their test messages belong to no session.
  clear: ({ streams }, db) => {
    const erased = JSON.stringify([...streams])
    for (const table of ['p_webhook_due', 'p_webhook_delivery']) {
      db.run(`delete from ${table} where stream in (select value from json_each(?))`, erased)
    }
  },
})

type Of<T extends Recorded['type']> = Extract<Recorded, { type: T }>

const setTarget = (db: Db, event: Of<'webhook-target-set'>): void => {
  const { data, occurredAt, position } = event
  const { target, name, targetType, enabled, ...setup } = data
  db.run(
    `insert into p_webhook values (?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict do update set name = excluded.name, enabled = excluded.enabled, setup = excluded.setup,
       updated_at = excluded.updated_at`,
    target,
    ownerOf(event),
    name,
    targetType,
    enabled ? 1 : 0,
    JSON.stringify(setup),
    occurredAt,
    occurredAt,
    position,
  )
}

const settle = (db: Db, event: Of<'webhook-delivered'> | Of<'webhook-failed'>): void => {
  const { type, data, occurredAt, position, stream } = event
  const { target, targetName, targetType, alert, statusCode, attempts, error } = data
  if (alert !== null) db.run('delete from p_webhook_due where target = ? and alert = ?', target, alert)
  // A target that was deleted during an attempt leaves no delivery row.
  if (db.get('select 1 from p_webhook where id = ?', target) === undefined) return
  const status = type === 'webhook-delivered' ? 'success' : 'failed'
  const outcome = [alert, status, statusCode, attempts, error, occurredAt] as const
  db.run(
    'insert into p_webhook_delivery values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    position,
    stream,
    target,
    targetName,
    targetType,
    ...outcome,
  )
}
