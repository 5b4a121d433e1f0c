import { defineProjection } from './define.js'

/** Which blocks of the changes of lanes users have seen. */
export const seenProjection = defineProjection({
  name: 'seen',
  version: 1,
  ddl: [
    // `owner` is the account that has seen them, not that of the lane.
    `create table p_seen (
       lane integer not null, owner text not null, hash text not null, ordinal integer not null, path text not null, at real not null,
       primary key (lane, owner, hash, ordinal, path)
     ) without rowid`,
  ],
  reads: ['blocks-marked', 'lane-removed', 'lane-forgotten'],
  apply: (events, db) => {
    for (const event of events) {
      if (event.type === 'blocks-marked') {
        const { lane, account, seen, unseen } = event.data
        for (const { path, hash, ordinal } of seen)
          db.run(
            'insert or ignore into p_seen (lane, owner, hash, ordinal, path, at) values (?, ?, ?, ?, ?, ?)',
            lane,
            account,
            hash,
            ordinal,
            path,
            event.occurredAt,
          )
        for (const { path, hash, ordinal } of unseen)
          db.run(
            'delete from p_seen where lane = ? and owner = ? and hash = ? and ordinal = ? and path = ?',
            lane,
            account,
            hash,
            ordinal,
            path,
          )
      } else if (event.type === 'lane-removed' || event.type === 'lane-forgotten')
        db.run('delete from p_seen where lane = ?', event.data.lane)
    }
  },
  // Lanes belong to no session.
  clear: () => undefined,
})
