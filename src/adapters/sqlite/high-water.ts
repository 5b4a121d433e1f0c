import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { replaceFile } from '../files/replace-file.js'

/** The last event that was answered as stored. */
interface Mark {
  readonly position: number
  readonly id: string
}

/** The log was found to end before the last event that was stored. */
export interface LostEvents {
  /** ISO 8601: when that was found. */
  readonly found_at: string
  /** How many events are missing at most; null if the log continued without them. */
  readonly missing: number | null
}

interface HighWater {
  /** Records that these are stored. It never throws: the events are, in any case. */
  readonly reached: (last: Mark) => void
  readonly close: () => void
}

const MARK_FILE = 'log.mark'
const LOST_FILE = 'lost-events.json'
const PRIVATE = 0o600
const POSITION_DIGITS = 16
/** Milliseconds. A write for each commit would cost as much as the commit's own statements. */
const WRITTEN_WITHIN = 50
const MARK = /^(\d{16}) (\S+)\n/

/**
 * Opens the high-water mark of the log: a file outside of the database with the last event that was stored. SQLite drops the rest of
 * a damaged write-ahead log without an error, so only such a mark can tell that events are missing. It is written soon
 * after the event, and not synced: after a kill or a power cut it may be older than the log, and reports less then.
 */
export const openHighWater = (
  dataDir: string,
  connection: Database,
  now: () => number,
  complain: (line: string) => void,
): HighWater => {
  const path = join(dataDir, MARK_FILE)
  const missing = missingSince(markIn(path), connection)
  if (missing !== undefined) {
    replaceFile(join(dataDir, LOST_FILE), JSON.stringify({ found_at: new Date(now()).toISOString(), missing }), PRIVATE)
    complain(explainLost(dataDir, missing))
  }
  const descriptor = openSync(path, 'w', PRIVATE)
  let newest: Mark | null = null
  let timer: NodeJS.Timeout | null = null
  const write = (): void => {
    timer = null
    if (newest === null) return
    try {
      writeSync(descriptor, `${String(newest.position).padStart(POSITION_DIGITS, '0')} ${newest.id}\n`, 0)
    } catch {
      // An older mark only finds less.
    }
    newest = null
  }
  const reached = (mark: Mark): void => {
    newest = mark
    timer ??= setTimeout(write, WRITTEN_WITHIN).unref()
  }
  const last = connection.prepare('select position, id from log order by position desc limit 1').get() as
    | Mark
    | undefined
  newest = last ?? null
  write()
  const close = (): void => {
    if (timer !== null) clearTimeout(timer)
    write()
    closeSync(descriptor)
  }
  return { reached, close }
}

/** Returns what was found missing in a data directory; null if nothing was, or if the user deleted the note. */
export const lostEvents = (dataDir: string): LostEvents | null => {
  const path = join(dataDir, LOST_FILE)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as LostEvents) : null
}

/** Returns one line that says what is missing, and what to do. */
export const explainLost = (dataDir: string, missing: number | null): string =>
  `${missing === null ? 'stored events are missing' : `up to ${missing} stored events are missing`}: the database was damaged, or ` +
  'an older copy was put in its place. Transcripts are read again; restore a backup if you need the hooks of that time. ' +
  `Delete ${join(dataDir, LOST_FILE)} to dismiss this`

const markIn = (path: string): Mark | null => {
  const [, position, id] = (existsSync(path) && MARK.exec(readFileSync(path, 'utf8'))) || []
  return position === undefined || id === undefined ? null : { position: Number(position), id }
}

/** Returns how many events are missing; undefined if none are. An event that was erased is not missing. */
const missingSince = (mark: Mark | null, connection: Database): number | null | undefined => {
  if (mark === null) return undefined
  const { head } = connection.prepare('select coalesce(max(position), 0) as head from log').get() as { head: number }
  if (head < mark.position) return mark.position - head
  const row = connection.prepare('select id from log where position = ?').get(mark.position) as
    | { id: string }
    | undefined
  return row !== undefined && row.id !== mark.id ? null : undefined
}
