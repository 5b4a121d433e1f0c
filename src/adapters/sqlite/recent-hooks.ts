import type Database from 'better-sqlite3'
import type { StoredHook } from '../../commands/ports/stored-hooks.js'
import { textOf } from '../../domain/session/payload.js'
import { sessionOfStream } from '../../events/streams.js'
import type { LogReader } from './log.js'

/** Hooks of the seconds before a stop are among the newest events, unless an import ran. */
const MOST = 500

/** Returns the hooks at the end of the log that could arrive in their other form, oldest first. */
export const recentHooks = (connection: Database.Database, log: LogReader): readonly StoredHook[] => {
  try {
    return hooksAfter(connection, log, log.head() - MOST)
  } catch {
    // Rows that cannot be read must not keep the service from starting: at worst a hook is stored in both forms.
    return []
  }
}

const hooksAfter = (connection: Database.Database, log: LogReader, from: number): readonly StoredHook[] => {
  const delivered = new Set(
    connection
      .prepare<[number], { position: number }>(
        "select position from log where position > ? and type = 'hook-received' and dedup is not null",
      )
      .all(from)
      .map(({ position }) => position),
  )
  return log.after(from, MOST).events.flatMap((event) => {
    if (event.type !== 'hook-received') return []
    const { kind, payload } = event.data
    const session = sessionOfStream(event.streamName)
    if (session === undefined || textOf(payload, 'tool_use_id') !== null) return []
    // Only our forwarder gives a delivery an id.
    const form = delivered.has(event.position) ? 'native' : 'wrapped'
    return [{ form, session, kind, payload, at: event.occurredAt, position: event.position } as const]
  })
}
