import { parseBounded, ROW_DEPTH } from '../../domain/json/depth.js'
import { closeSync, openSync, readSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'

/** Session id of rows that belong to no session. */
const NOBODY = 0
const SESSIONS_AT_ONCE = 500
const ROWS_AT_ONCE = 64

const DDL = `
create table session (id integer primary key, name text not null unique);
create table row (
  session integer not null, list text not null, at integer not null, bytes integer not null,
  primary key (session, list, at)
) without rowid;
`

/**
 * Creates the index of a bundle: the offset of every row by session and list. It is a file, because lists can come in any order
 * and be of any size.
 */
export const createStage = (file: string) => {
  const connection = new Database(file)
  // The file is temporary, so it needs no durability.
  connection.pragma('journal_mode = off')
  connection.pragma('synchronous = off')
  connection.pragma('cache_size = -8192')
  connection.exec(`${DDL} begin`)
  const insert = connection.prepare('insert into row (session, list, at, bytes) values (?, ?, ?, ?)')
  const name = connection.prepare('insert or ignore into session (name) values (?)')
  const known = connection.prepare<[string], { id: number }>('select id from session where name = ?')
  let last = { session: '', id: NOBODY }
  const idOf = (session: string): number => {
    if (session === '') return NOBODY
    if (session === last.session) return last.id
    name.run(session)
    last = { session, id: known.get(session)?.id ?? NOBODY }
    return last.id
  }
  return {
    /** @param session the session that the row belongs to; '' for none */
    add: (list: string, session: string, at: number, bytes: number): void => {
      insert.run(idOf(session), list, at, bytes)
    },
    /** Commits and closes; every row was added. */
    whole: (): void => {
      connection.exec('commit')
      connection.close()
    },
    abandon: (): void => {
      connection.close()
    },
  }
}

/** Opens a finished index and reads the rows from the bundle itself, a few at a time. */
export const openStage = (file: string, bundle: string) => {
  const connection = new Database(file, { readonly: true })
  const descriptor = openSync(bundle, 'r')
  const known = connection.prepare<[string], { id: number }>('select id from session where name = ?')
  const idOf = (session: string): number | undefined => (session === '' ? NOBODY : known.get(session)?.id)
  const named = connection.prepare<[number], { id: number; name: string }>(
    `select id, name from session where id > ? order by id limit ${SESSIONS_AT_ONCE}`,
  )
  const noted = connection.prepare<[number, string, number], { at: number; bytes: number }>(
    `select at, bytes from row where session = ? and list = ? and at > ? order by at limit ${ROWS_AT_ONCE}`,
  )
  const counted = connection.prepare<[number, string], { n: number }>(
    'select count(*) as n from row where session = ? and list = ?',
  )
  const summed = connection.prepare<[number], { bytes: number }>(
    'select coalesce(sum(bytes), 0) as bytes from row where session = ?',
  )
  const rowAt = (at: number, bytes: number): unknown => {
    const buffer = Buffer.allocUnsafe(bytes)
    try {
      return parseBounded(buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, bytes, at)), ROW_DEPTH)
    } catch {
      // The row was valid JSON when it was indexed: another process is writing to the file. The row cannot be read.
      return null
    }
  }
  return {
    *sessions(): Generator<string> {
      for (let after = 0; ; ) {
        const page = named.all(after)
        for (const { name } of page) yield name
        const last = page.at(-1)
        if (last === undefined) return
        after = last.id
      }
    },
    *rows(list: string, session: string): Generator {
      const id = idOf(session)
      if (id === undefined) return
      for (let after = -1; ; ) {
        const page = noted.all(id, list, after)
        for (const { at, bytes } of page) yield rowAt(at, bytes)
        const last = page.at(-1)
        if (last === undefined) return
        after = last.at
      }
    },
    count: (list: string, session: string): number => {
      const id = idOf(session)
      return id === undefined ? 0 : (counted.get(id, list)?.n ?? 0)
    },
    bytesOf: (session: string): number => {
      const id = idOf(session)
      return id === undefined ? 0 : (summed.get(id)?.bytes ?? 0)
    },
    discard: (): void => {
      connection.close()
      closeSync(descriptor)
      rmSync(file, { force: true })
    },
  }
}
