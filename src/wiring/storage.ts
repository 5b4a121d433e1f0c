import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { StorageFacts } from '../http/services.js'

const SHOWN = ['journal_mode', 'synchronous', 'auto_vacuum', 'encoding', 'foreign_keys', 'busy_timeout']

/** Returns the size of a file; 0 if it does not exist, as before the first use. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Returns the database facts for the settings page. */
export const storageFacts = (connection: Database, path: string, sidePath: string): StorageFacts => ({
  path,
  size: () => sizeOf(path),
  files: () => ({ database: sizeOf(path), journal: sizeOf(`${path}-wal`), search: sizeOf(sidePath) }),
  pragmas: () =>
    Object.fromEntries(SHOWN.map((name) => [name, connection.pragma(name, { simple: true }) as string | number])),
})
