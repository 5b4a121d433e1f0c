import type { ReadingStore } from '../../commands/ports/readings.js'
import type { StatusReading } from '../../domain/statusline/reading.js'
import type { Db } from '../../projections/sql.js'

const DDL = `create table if not exists status_reading (session text primary key, at real not null, reading text not null)
  without rowid`

/** Returns the store of the last readings. It is a table of the service's own database, so that an erasure covers it. */
export const sqliteReadings = (db: Db): ReadingStore => {
  db.run(DDL)
  return {
    all: () =>
      db
        .all<{ reading: string }>('select reading from status_reading order by at')
        .map(({ reading }) => JSON.parse(reading) as StatusReading),
    keep: (reading) => {
      db.run(
        `insert into status_reading (session, at, reading) values (?, ?, ?)
         on conflict (session) do update set at = excluded.at, reading = excluded.reading`,
        reading.session,
        reading.at,
        JSON.stringify(reading),
      )
    },
    forget: (session) => void db.run('delete from status_reading where session = ?', session),
    forgetAll: () => void db.run('delete from status_reading'),
    forgetBefore: (at) => void db.run('delete from status_reading where at < ?', at),
  }
}
