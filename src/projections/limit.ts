import { defineProjection } from './define.js'

/** The last limits of the plan that each session reported, one row for each limit. */
export const limitProjection = defineProjection({
  name: 'limit',
  version: 1,
  ddl: [
    `create table p_limit (
       stream integer not null, limit_id text not null, at real not null, name text, plan text, windows text not null,
       primary key (stream, limit_id)
     ) without rowid`,
    'create index i_limit_at on p_limit (at)',
  ],
  reads: ['limits-reported'],
  apply: (events, db) => {
    for (const event of events) {
      if (event.type !== 'limits-reported') continue
      const { limit, name, plan, windows } = event.data
      db.run(
        `insert into p_limit (stream, limit_id, at, name, plan, windows) values (?, ?, ?, ?, ?, ?)
         on conflict (stream, limit_id) do update set at = excluded.at, name = excluded.name, plan = excluded.plan,
           windows = excluded.windows where excluded.at >= at`,
        event.stream,
        limit,
        event.occurredAt,
        name,
        plan,
        JSON.stringify(windows),
      )
    }
  },
  clear: ({ streams, everything }, db) => {
    if (everything) db.run('delete from p_limit')
    else for (const stream of streams) db.run('delete from p_limit where stream = ?', stream)
  },
})
