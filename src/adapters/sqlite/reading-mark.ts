import type { ReadingMark } from '../../commands/ports/log-tail.js'
import type { Db } from '../../projections/sql.js'

/** Returns a store for a named reader's position in the log. */
export const readingMark = (db: Db, reader: string): ReadingMark => {
  const key = `read by ${reader}`
  return {
    load: () => {
      const row = db.get<{ value: string }>('select value from meta where key = ?', key)
      return row === undefined ? null : Number(row.value)
    },
    save: (position) => {
      db.run('insert or replace into meta (key, value) values (?, ?)', key, String(position))
    },
  }
}
