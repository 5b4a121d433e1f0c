import { defineProjection } from './define.js'
import { ownerOf } from './ownership.js'

declare module './touched.js' {
  interface TouchedRows {
    /** By its id. */
    race: string
  }
}

/** Races of agents, and which of their lanes was kept. */
export const raceProjection = defineProjection({
  name: 'race',
  version: 1,
  ddl: [
    `create table p_race (
       race text primary key, owner text not null, title text not null, repository text not null, base text, limit_usd real,
       entries text not null, started_at real not null, by text not null, stopped_at real, stopped_usd real, decided_at real, kept integer, why text
     ) without rowid`,
    'create index i_race_open on p_race (started_at) where decided_at is null',
    'create index i_race_time on p_race (started_at)',
  ],
  reads: ['race-started', 'race-limit-reached', 'race-decided'],
  apply: (events, db, touched) => {
    for (const event of events) {
      if (event.type === 'race-started') {
        const { race, title, repository, base, limit, entries } = event.data
        db.run(
          `insert into p_race (race, owner, title, repository, base, limit_usd, entries, started_at, by) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
             on conflict (race) do nothing`,
          race,
          ownerOf(event),
          title,
          repository,
          base,
          limit,
          JSON.stringify(entries),
          event.occurredAt,
          event.by,
        )
        touched.add('race', race, 'created')
      } else if (event.type === 'race-limit-reached') {
        const { race, costUsd } = event.data
        db.run('update p_race set stopped_at = ?, stopped_usd = ? where race = ?', event.occurredAt, costUsd, race)
        touched.add('race', race)
      } else if (event.type === 'race-decided') {
        const { race, kept, why } = event.data
        db.run('update p_race set decided_at = ?, kept = ?, why = ? where race = ?', event.occurredAt, kept, why, race)
        touched.add('race', race)
      }
    }
  },
  // Races belong to no session.
  clear: () => undefined,
})
