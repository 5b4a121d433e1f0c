import type { CompanionStamps } from '../../commands/ports/companions.js'
import { stampOf } from '../../domain/transcript/stamp.js'
import type { Db } from '../../projections/sql.js'

/** Which companions were read, in the log's own database. Losing a stamp costs a re-read, never a fact. */
export const sqliteCompanionStamps = (db: Db): CompanionStamps => ({
  isKnown: (file) =>
    db.get<{ stamp: string }>('select stamp from companion_file where path = ?', file.path)?.stamp === stampOf(file),
  save: (file) => {
    db.run('insert or replace into companion_file (path, stamp) values (?, ?)', file.path, stampOf(file))
  },
})
