import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'

/**
 * A bundle on its way in, in a database of its own: its lists can stand in any order and be of any size, and are read again
 * session by session. Its index grows with it: made at the end, that of a million rows would hold everybody up for seconds.
 */
export const openStage = (file: string) => {
  const connection = new Database(file)
  // It is thrown away, whatever happens.
  connection.pragma('journal_mode = off')
  connection.pragma('synchronous = off')
  connection.pragma('cache_size = -8192')
  connection.exec(`
    create table row (seq integer primary key, list text not null, session text not null, body text not null);
    create index row_session on row(session, list);
    create table named (session text primary key, seq integer not null) without rowid;
    begin`)
  const add = connection.prepare<[string, string, string]>('insert into row (list, session, body) values (?, ?, ?)')
  const name = connection.prepare<[string, number]>('insert or ignore into named (session, seq) values (?, ?)')
  const bodies = (list: string, session: string): readonly unknown[] =>
    connection
      .prepare<[string, string], { body: string }>('select body from row where session = ? and list = ? order by seq')
      .all(session, list)
      .map(({ body }) => JSON.parse(body) as unknown)
  return {
    add: (list: string, session: string, row: unknown): void => {
      const { lastInsertRowid } = add.run(list, session, JSON.stringify(row))
      if (session !== '') name.run(session, Number(lastInsertRowid))
    },
    /** All rows are in. */
    whole: (): void => {
      connection.exec('commit')
    },
    sessions: (): readonly string[] =>
      connection
        .prepare<[], { session: string }>('select session from named order by seq')
        .all()
        .map(({ session }) => session),
    rows: bodies,
    count: (list: string, session: string): number =>
      connection
        .prepare<[string, string], { n: number }>('select count(*) as n from row where session = ? and list = ?')
        .get(session, list)?.n ?? 0,
    discard: (): void => {
      connection.close()
      rmSync(file, { force: true })
    },
  }
}
