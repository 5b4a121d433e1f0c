import { defineProjection } from './define.js'
import { readOwner } from './ownership.js'

/** The newest run of each check that users started in a lane. */
export const checkProjection = defineProjection({
  name: 'check',
  version: 1,
  uses: ['ownership'],
  ddl: [
    // `owner` is that of the lane.
    `create table p_check (
       lane integer not null, kind text not null, owner text not null, command text not null, code integer, ended_at real not null,
       duration_ms integer not null, output text not null, primary key (lane, kind)
     ) without rowid`,
  ],
  reads: ['lane-checked', 'lane-removed', 'lane-forgotten', 'lane-owner-changed'],
  apply: (events, db) => {
    for (const event of events) {
      const { occurredAt, stream } = event
      if (event.type === 'lane-checked') {
        const { lane, kind, command, code, duration, output } = event.data
        db.run(
          `insert or replace into p_check (lane, kind, owner, command, code, ended_at, duration_ms, output)
             values (?, ?, ?, ?, ?, ?, ?, ?)`,
          lane,
          kind,
          readOwner(db, stream),
          command,
          code,
          occurredAt,
          duration,
          output,
        )
      } else if (event.type === 'lane-removed' || event.type === 'lane-forgotten')
        db.run('delete from p_check where lane = ?', event.data.lane)
      else if (event.type === 'lane-owner-changed')
        db.run('update p_check set owner = ? where lane = ?', readOwner(db, stream), event.data.lane)
    }
  },
  // Lanes belong to no session.
  clear: () => undefined,
})
