import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DATABASE_FILE } from '../../../src/adapters/sqlite/open.js'

const store = (dataDir: string, sql: string, ...values: readonly (string | number)[]): void => {
  const database = new Database(join(dataDir, DATABASE_FILE))
  try {
    database.prepare(sql).run(...values)
  } finally {
    database.close()
  }
}

/** Stores an ask that was answered in a terminal, without an agent. Returns its id. */
export const storeAsk = (dataDir: string, lane: number): string => {
  const id = 'ask_stored'
  store(
    dataDir,
    `insert into p_ask (ask, lane, owner, run, slot, digest, kind, text, options, answerable, screen, opened_at, outcome, closed_at)
       values (?, ?, 'local', 'run_stored', 0, 'd', 'permission', 'Do you want to proceed?', '[]', 1, '[]', 1, 'elsewhere', 2)`,
    id,
    lane,
  )
  return id
}

/** Stores a race of one lane that is not decided. Returns its id. */
export const storeRace = (dataDir: string, lane: number): string => {
  const id = 'race_stored'
  store(
    dataDir,
    `insert into p_race (race, owner, title, repository, entries, started_at, by) values (?, 'local', 'Typos', '/shop', ?, 1, 'local')`,
    id,
    JSON.stringify([{ lane, tool: 'cli_a', model: null, effort: null }]),
  )
  return id
}

/** Stores a merge train that has ended, without a repository. Returns its id. */
export const storeTrain = (dataDir: string, lane: number): string => {
  const id = 'train_stored'
  store(
    dataDir,
    `insert into p_train (train, owner, repository, base, how, lanes, started_at, by, ended_at, reason)
       values (?, 'local', '/shop/.git', 'main', 'merge', ?, 1, 'local', 2, 'stopped')`,
    id,
    `[${lane}]`,
  )
  return id
}
