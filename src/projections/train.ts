import { defineProjection } from './define.js'
import { ownerOf } from './ownership.js'

declare module './touched.js' {
  interface TouchedRows {
    /** By its id. */
    train: string
  }
}

/** Merge trains, and what became of their lanes. */
export const trainProjection = defineProjection({
  name: 'train',
  version: 1,
  ddl: [
    `create table p_train (
       train text primary key, owner text not null, repository text not null, base text not null, how text not null,
       lanes text not null, started_at real not null, by text not null, ended_at real, reason text
     ) without rowid`,
    'create index i_train_running on p_train (repository, base) where reason is null',
    'create index i_train_time on p_train (started_at)',
    `create table p_train_lane (
       train text not null, lane integer not null, outcome text not null, landed text, details text not null,
       told integer not null, at real not null, primary key (train, lane)
     ) without rowid`,
  ],
  reads: ['train-started', 'train-lane-done', 'train-ended'],
  apply: (events, db, touched) => {
    for (const event of events) {
      if (event.type === 'train-started') {
        const { train, repository, base, how, lanes } = event.data
        db.run(
          `insert into p_train (train, owner, repository, base, how, lanes, started_at, by) values (?, ?, ?, ?, ?, ?, ?, ?)
             on conflict (train) do nothing`,
          train,
          ownerOf(event),
          repository,
          base,
          how,
          JSON.stringify(lanes),
          event.occurredAt,
          event.by,
        )
        touched.add('train', train, 'created')
      } else if (event.type === 'train-lane-done') {
        const { train, lane, outcome, commit, details, told } = event.data
        db.run(
          'insert or ignore into p_train_lane (train, lane, outcome, landed, details, told, at) values (?, ?, ?, ?, ?, ?, ?)',
          train,
          lane,
          outcome,
          commit,
          JSON.stringify(details),
          told ? 1 : 0,
          event.occurredAt,
        )
        touched.add('train', train)
      } else if (event.type === 'train-ended') {
        const { train, reason } = event.data
        db.run('update p_train set reason = ?, ended_at = ? where train = ?', reason, event.occurredAt, train)
        touched.add('train', train)
      }
    }
  },
  // Trains belong to no session.
  clear: () => undefined,
})
