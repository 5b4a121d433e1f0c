import type { Recorded } from '../events/envelope.js'
import { defineProjection } from './define.js'
import { readOwner } from './ownership.js'
import type { Db } from './sql.js'

/** The stacks of lanes: those that have a slot, and the results of their hooks. */
export const stackProjection = defineProjection({
  name: 'stack',
  version: 1,
  ddl: [
    `create table p_stack (
       lane integer primary key, owner text not null, repository text not null, slot integer not null, ports text not null,
       booted integer not null default 0, services text not null default '[]', error_code text, error_message text
     )`,
    // The result is that of the last run that is over; `running` is the job of one that is not.
    `create table p_stack_hook (
       lane integer not null, hook text not null, owner text not null, running text, running_since real,
       job text, end text, code integer, signal text, duration_ms integer, ended_at real, primary key (lane, hook)
     ) without rowid`,
    'create index i_stack_hook_running on p_stack_hook (lane) where running is not null',
  ],
  reads: [
    'stack-slot-assigned',
    'stack-stopped',
    'stack-slot-released',
    'stack-hook-started',
    'stack-hook-ended',
    'stack-services-recorded',
    'lane-removed',
    'lane-forgotten',
    'lane-owner-changed',
  ],
  uses: ['ownership'],
  apply: (events, db, touched) => {
    for (const event of events) {
      if (event.type === 'stack-slot-assigned') assign(db, event)
      else if (event.type === 'stack-stopped') stop(db, event.data.lane)
      else if (event.type === 'stack-slot-released') db.run('delete from p_stack where lane = ?', event.data.lane)
      else if (event.type === 'stack-hook-started') start(db, event)
      else if (event.type === 'stack-hook-ended') end(db, event)
      else if (event.type === 'stack-services-recorded') record(db, event)
      else if (event.type === 'lane-removed' || event.type === 'lane-forgotten') forget(db, event.data.lane)
      else if (event.type === 'lane-owner-changed')
        for (const table of ['p_stack', 'p_stack_hook'])
          db.run(`update ${table} set owner = ? where lane = ?`, readOwner(db, event.stream), event.data.lane)
      else continue
      touched.add('lane', event.data.lane)
    }
  },
  // Lanes belong to no session.
  clear: () => undefined,
})

type Event<T extends Recorded['type']> = Extract<Recorded, { readonly type: T }>

const assign = (db: Db, event: Event<'stack-slot-assigned'>): void => {
  const { lane, slot, ports, repository } = event.data
  db.run(
    `insert into p_stack (lane, owner, repository, slot, ports) values (?, ?, ?, ?, ?)
     on conflict (lane) do update set repository = excluded.repository, slot = excluded.slot, ports = excluded.ports`,
    lane,
    readOwner(db, event.stream),
    repository,
    slot,
    JSON.stringify(ports),
  )
}

const start = (db: Db, event: Event<'stack-hook-started'>): void => {
  const { lane, hook, job } = event.data
  db.run(
    `insert into p_stack_hook (lane, hook, owner, running, running_since) values (?, ?, ?, ?, ?)
     on conflict (lane, hook) do update set running = excluded.running, running_since = excluded.running_since`,
    lane,
    hook,
    readOwner(db, event.stream),
    job,
    event.occurredAt,
  )
}

const end = (db: Db, { data, occurredAt }: Event<'stack-hook-ended'>): void => {
  const { lane, hook, job, end: why, code, signal, durationMs } = data
  db.run(
    `update p_stack_hook set running = null, running_since = null, job = ?, end = ?, code = ?, signal = ?, duration_ms = ?,
       ended_at = ? where lane = ? and hook = ?`,
    job,
    why,
    code,
    signal,
    durationMs,
    occurredAt,
    lane,
    hook,
  )
  if (hook !== 'health') return
  if (code !== 0)
    db.run(
      `update p_stack set error_code = 'EUNHEALTHY', error_message = 'the hook health failed'
       where lane = ? and error_code is null`,
      lane,
    )
  else
    db.run(
      `update p_stack set error_code = null, error_message = null where lane = ? and error_code = 'EUNHEALTHY'`,
      lane,
    )
}

const record = (db: Db, { data: { lane, services, error } }: Event<'stack-services-recorded'>): void =>
  void db.run(
    'update p_stack set booted = ?, services = ?, error_code = ?, error_message = ? where lane = ?',
    error === null || error.code === 'EUNHEALTHY' ? 1 : 0,
    JSON.stringify(services),
    error?.code ?? null,
    error?.message ?? null,
    lane,
  )

const stop = (db: Db, lane: number): void =>
  void db.run(
    `update p_stack set booted = 0, services = '[]', error_code = null, error_message = null where lane = ?`,
    lane,
  )

const forget = (db: Db, lane: number): void => {
  db.run('delete from p_stack where lane = ?', lane)
  db.run('delete from p_stack_hook where lane = ?', lane)
}
