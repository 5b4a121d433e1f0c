import { parseBounded } from '../json/depth.js'
import { parseInstant } from '../time.js'
import { fields, idOf, listOf } from '../transcript/json.js'

/** Upper bound on the number of imports. */
const MOST = 100_000
const SESSION = /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl$/i

/** A Codex thread that is a copy of another agent's session. */
interface CodexImport {
  readonly thread: string
  /** The session that was copied; null if the file's name does not say. */
  readonly original: string | null
  /** When it was imported; null if the ledger does not say. */
  readonly at: number | null
}

/** Returns the imports that Codex records in its ledger (`external_agent_session_imports.json`). */
export function codexImports(text: string): readonly CodexImport[] {
  let ledger: unknown
  try {
    ledger = parseBounded(text)
  } catch {
    // Half-written: the file changes again when the rest is written.
    return []
  }
  const records = listOf(ledger).length > 0 ? listOf(ledger) : listOf(fields(ledger)['records'])
  return records.slice(0, MOST).flatMap((record) => {
    const { imported_thread_id, source_path, imported_at } = fields(record)
    const thread = idOf(imported_thread_id)
    if (thread === null) return []
    const original = typeof source_path === 'string' ? (SESSION.exec(source_path)?.[1] ?? null) : null
    return [{ thread, original, at: parseInstant(imported_at) ?? null }]
  })
}
