import { setImmediate } from 'node:timers/promises'
import type { CursorStore, FileStamp, KnownFile, StoredFile } from '../../commands/ports/cursors.js'
import type { Provider } from '../../domain/tools/catalog.js'
import { stampOf } from '../../domain/transcript/stamp.js'
import type { Db } from '../../projections/sql.js'

interface FileRow {
  readonly path: string
  readonly provider: Provider
  readonly session: string
  readonly agent: string | null
  readonly size: number
  readonly mtime: number
  readonly inode: number
  readonly cursor_offset: number
  readonly cursor_line: number
  readonly head: string
  readonly state: string
  readonly line_index: string
}

const toKnown = (row: FileRow): KnownFile => ({
  size: row.size,
  mtimeMs: row.mtime,
  inode: row.inode,
  cursor: {
    offset: row.cursor_offset,
    line: row.cursor_line,
    head: row.head,
    session: row.session,
    state: row.state,
    index: row.line_index,
  },
})

const toStored = (row: FileRow): StoredFile => ({
  ...toKnown(row),
  path: row.path,
  provider: row.provider,
  agent: row.agent,
})

const STAMPS = `select path, session, size, mtime, inode, cursor_offset from transcript_file where path > ?
  order by path limit ?`
const STAMPS_AT_ONCE = 500

/** Returns the cursor store in the log's own database, where a cursor is committed with the events it follows. */
export const sqliteCursors = (db: Db): CursorStore => ({
  load: (path) => {
    const row = db.get<FileRow>('select * from transcript_file where path = ?', path)
    return row === undefined ? undefined : toKnown(row)
  },
  stamps: async () => {
    const stamps = new Map<string, FileStamp>()
    for (let after = ''; ; await setImmediate()) {
      const page = db.all<FileRow>(STAMPS, after, STAMPS_AT_ONCE)
      for (const { path, session, size, mtime, inode, cursor_offset } of page) {
        stamps.set(path, { session, size, mtimeMs: mtime, inode, offset: cursor_offset })
      }
      const last = page.at(-1)
      if (last === undefined) return stamps
      after = last.path
    }
  },
  save: (file, cursor, skipped) => {
    db.run(
      `insert into transcript_file (path, provider, session, agent, size, mtime, inode, cursor_offset, cursor_line, head,
         state, line_index, skipped)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (path) do update set provider = excluded.provider, session = excluded.session, agent = excluded.agent,
         size = excluded.size, mtime = excluded.mtime, inode = excluded.inode, cursor_offset = excluded.cursor_offset,
         cursor_line = excluded.cursor_line, head = excluded.head, state = excluded.state,
         line_index = excluded.line_index, skipped = skipped + excluded.skipped`,
      file.path,
      file.provider,
      cursor.session,
      file.agent,
      file.size,
      file.mtimeMs,
      file.inode,
      cursor.offset,
      cursor.line,
      cursor.head,
      cursor.state,
      cursor.index,
      skipped,
    )
  },
  settle: (file) => {
    db.run('insert or replace into settled_file (path, stamp) values (?, ?)', file.path, stampOf(file))
  },
  isSettled: (file) =>
    db.get<{ stamp: string }>('select stamp from settled_file where path = ?', file.path)?.stamp === stampOf(file),
  ofSession: (session) =>
    db
      .all<FileRow>('select * from transcript_file where session = ? order by agent is not null, mtime desc', session)
      .map(toStored),
  unarchived: (before, limit) =>
    db
      .all<FileRow>('select * from transcript_file where archived < cursor_offset and mtime < ? limit ?', before, limit)
      .map(toStored),
  archived: (path, offset) => {
    db.run('update transcript_file set archived = ? where path = ?', offset, path)
  },
  forget: (path) => {
    db.run('delete from transcript_file where path = ?', path)
    db.run('delete from settled_file where path = ?', path)
  },
})
