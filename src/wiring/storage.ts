import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import type { StorageFacts } from '../http/services.js'

const SHOWN = ['journal_mode', 'synchronous', 'auto_vacuum', 'encoding', 'foreign_keys', 'busy_timeout']

/** Returns the database facts for the settings page. */
export const storageFacts = (connection: Database, path: string): StorageFacts => ({
  path,
  size: () => statSync(path).size,
  pragmas: () =>
    Object.fromEntries(SHOWN.map((name) => [name, connection.pragma(name, { simple: true }) as string | number])),
})
