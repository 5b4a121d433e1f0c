import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { eraser, type Gone } from '../../../src/adapters/sqlite/erase.js'
import { eventIds } from '../../../src/adapters/ids.js'
import { SqliteLog } from '../../../src/adapters/sqlite/log.js'
import { type DataDirectory, openWriter, prepareDataDirectory } from '../../../src/adapters/sqlite/open.js'
import { Projector } from '../../../src/adapters/sqlite/projector.js'
import { Committer } from '../../../src/events/commit.js'
import type { New, SessionEvent } from '../../../src/events/envelope.js'
import { sessionStream } from '../../../src/events/streams.js'
import type { Projection } from '../../../src/projections/define.js'
import { projections } from '../../../src/projections/registry.js'
import type { Said } from './fork.js'

/** The kernel on a real database in its own folder. */
export interface Kernel {
  readonly folder: string
  readonly connection: Database.Database
  readonly committer: Committer
  readonly projector: Projector
  /** Appends events of a session, each in its own commit or all in one. */
  readonly append: (session: string, events: readonly New[], together?: boolean) => Promise<void>
  /** Appends events of several sessions. */
  readonly tell: (said: readonly Said[], together?: boolean) => Promise<void>
  /** The erasures so far. */
  readonly gone: readonly Gone[]
  readonly close: () => Promise<void>
}

export const openKernel = (inline: readonly Projection[] = projections, at?: string): Kernel => {
  const folder = at ?? mkdtempSync(join(tmpdir(), 'switchyard-kernel-'))
  const kernel = kernelOn(prepareDataDirectory(folder), inline)
  return {
    ...kernel,
    close: async () => {
      await kernel.close()
      if (at === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Opens a kernel in memory, for property tests that open hundreds: a database on disk costs a third more. */
export const openInMemory = (): Kernel => kernelOn({ path: ':memory:', database: ':memory:' }, projections)

const kernelOn = (directory: DataDirectory, inline: readonly Projection[]): Kernel => {
  const connection = openWriter(directory, 'normal')
  const log = new SqliteLog(connection, eventIds())
  const projector = new Projector(connection, log, inline)
  projector.prepare()
  const gone: Gone[] = []
  const committer = new Committer({
    log,
    project: (events, mode) => projector.project(events, mode),
    erase: eraser(connection, log, projector, (one) => void gone.push(one)),
    monotonic: () => performance.now() / 1000,
  })
  const commit = (said: readonly Said[]): Promise<void> =>
    committer.submit((tx) => {
      for (const { session, event } of said) tx.append(sessionStream(session), event as New<SessionEvent>)
    })
  const tell = async (said: readonly Said[], together = false): Promise<void> => {
    if (together) await commit(said)
    else for (const one of said) await commit([one])
  }
  return {
    folder: directory.path,
    connection,
    committer,
    projector,
    append: (session, events, together) =>
      tell(
        events.map((event) => ({ session, event })),
        together,
      ),
    tell,
    gone,
    close: async () => {
      await committer.close()
      connection.close()
    },
  }
}

/** Returns all rows of all projection tables, unchanged. */
export const dump = (connection: Database.Database): Record<string, unknown[]> => {
  const tables = projections.flatMap((projection) => projection.tables)
  return Object.fromEntries(
    tables.map((table) => {
      const columns = (connection.prepare('select name from pragma_table_info(?)').all(table) as { name: string }[])
        .map(({ name }) => name)
        .join(', ')
      return [table, connection.prepare(`select * from ${table} order by ${columns}`).all()]
    }),
  )
}

// Columns that depend on log positions and not on the events.
const PLACES = new Set(['stream', 'id', 'key', 'why_ref', 'state', 'hook_pre', 'line_pre', 'hook_post', 'line_post'])

/** Returns the rows independent of the order of events: session ids instead of keys, no log positions. */
export const meaning = (connection: Database.Database): Record<string, unknown[]> => {
  const sessions = new Map(
    (connection.prepare('select stream, id from p_session').all() as { stream: number; id: string }[]).map(
      ({ stream, id }) => [stream, id],
    ),
  )
  const plain = (table: string, row: Record<string, unknown>): Record<string, unknown> => {
    const kept = Object.entries(row).filter(([name]) => !PLACES.has(name))
    const names = typeof row.id === 'string' && table !== 'p_session' ? { named: row.id } : {}
    const session = typeof row.stream === 'number' ? { session: sessions.get(row.stream) } : {}
    return { ...session, ...names, ...Object.fromEntries(kept) }
  }
  return Object.fromEntries(
    Object.entries(dump(connection)).map(([table, rows]) => [
      table,
      rows.map((row) => JSON.stringify(plain(table, row as Record<string, unknown>))).toSorted(),
    ]),
  )
}
