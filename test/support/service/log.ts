import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DATABASE_FILE } from '../../../src/adapters/sqlite/open.js'

/** An event in the log of a data directory, read without the service. */
export interface Logged {
  readonly stream: string
  readonly type: string
  readonly by: string
  readonly via: string
  readonly data: Readonly<Record<string, unknown>>
}

export const readLogged = (dataDir: string, stream: string): readonly Logged[] => {
  const database = new Database(join(dataDir, DATABASE_FILE), { readonly: true })
  try {
    const rows = database
      .prepare(
        `select s.name as stream, type, principal as "by", via, data from log join stream s on s.id = log.stream where s.name = ?
         order by position`,
      )
      .all(stream) as { stream: string; type: string; by: string; via: string; data: string }[]
    return rows.map((row) => ({ ...row, data: JSON.parse(row.data) as Logged['data'] }))
  } finally {
    database.close()
  }
}

export const countLogged = (dataDir: string): number => {
  const database = new Database(join(dataDir, DATABASE_FILE), { readonly: true })
  try {
    return (database.prepare('select count(*) as n from log').get() as { n: number }).n
  } finally {
    database.close()
  }
}
