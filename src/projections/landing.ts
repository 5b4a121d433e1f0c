import { defineProjection } from './define.js'
import { readOwner } from './ownership.js'

/** Which changes of lanes were accepted, and what landed. */
export const landingProjection = defineProjection({
  name: 'landing',
  version: 1,
  uses: ['ownership'],
  ddl: [
    `create table p_acceptance (
       lane integer primary key, owner text not null, diff text not null, head text, at real not null, by text not null
     )`,
    // The last landing of each lane.
    `create table p_landing (
       lane integer primary key, owner text not null, base text not null, how text not null, head text not null,
       landed text not null, before text not null, folder text, at real not null, by text not null, reverted text
     )`,
  ],
  reads: ['lane-accepted', 'lane-landed', 'lane-reverted', 'lane-removed', 'lane-forgotten', 'lane-owner-changed'],
  apply: (events, db, touched) => {
    for (const event of events) {
      if (event.type === 'lane-accepted') {
        const { lane, diff, head } = event.data
        db.run('delete from p_acceptance where lane = ?', lane)
        if (diff !== null) {
          const values = [lane, readOwner(db, event.stream), diff, head, event.occurredAt, event.by] as const
          db.run('insert into p_acceptance (lane, owner, diff, head, at, by) values (?, ?, ?, ?, ?, ?)', ...values)
        }
      } else if (event.type === 'lane-landed') {
        const { lane, base, how, head, commit, before, folder } = event.data
        db.run(
          `insert or replace into p_landing (lane, owner, base, how, head, landed, before, folder, at, by)
             values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          lane,
          readOwner(db, event.stream),
          base,
          how,
          head,
          commit,
          before,
          folder,
          event.occurredAt,
          event.by,
        )
      } else if (event.type === 'lane-reverted') {
        const { lane, commit, reverts } = event.data
        db.run('update p_landing set reverted = ? where lane = ? and landed = ?', commit, lane, reverts)
      } else if (event.type === 'lane-removed' || event.type === 'lane-forgotten') {
        // A lane that is gone keeps what it landed.
        db.run('delete from p_acceptance where lane = ?', event.data.lane)
        continue
      } else if (event.type === 'lane-owner-changed') {
        const owner = readOwner(db, event.stream)
        db.run('update p_acceptance set owner = ? where lane = ?', owner, event.data.lane)
        db.run('update p_landing set owner = ? where lane = ?', owner, event.data.lane)
        continue
      } else continue
      touched.add('lane', event.data.lane)
    }
  },
  // Lanes belong to no session.
  clear: () => undefined,
})
