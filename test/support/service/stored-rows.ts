import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DATABASE_FILE } from '../../../src/adapters/sqlite/open.js'

/** Stores an ask that was answered in a terminal, without an agent. Returns its id. */
export const storeAsk = (dataDir: string, lane: number): string => {
  const id = 'ask_stored'
  const database = new Database(join(dataDir, DATABASE_FILE))
  try {
    database
      .prepare(
        `insert into p_ask (ask, lane, owner, run, slot, digest, kind, text, options, answerable, screen, opened_at, outcome, closed_at)
           values (?, ?, 'local', 'run_stored', 0, 'd', 'permission', 'Do you want to proceed?', '[]', 1, '[]', 1, 'elsewhere', 2)`,
      )
      .run(id, lane)
  } finally {
    database.close()
  }
  return id
}
