import type { PartlyTaken, TakenParts } from '../../commands/ports/bundles.js'
import type { Db } from '../../projections/sql.js'

/** Returns the store of partly imported sessions in the log's own database, written with the events it describes. */
export const sqlitePartlyTaken = (db: Db): PartlyTaken => ({
  of: (session) => db.get<TakenParts>('select parts, digest from partly_taken where session = ?', session),
  keep: (session, { parts, digest }) => {
    db.run(
      `insert into partly_taken (session, parts, digest) values (?, ?, ?)
       on conflict (session) do update set parts = excluded.parts, digest = excluded.digest`,
      session,
      parts,
      digest,
    )
  },
  forget: (session) => {
    db.run('delete from partly_taken where session = ?', session)
  },
})
