import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { HooksNote } from '../../commands/ports/agent-cli.js'
import { Schema } from '../../domain/schema.js'
import { hooksInstalled } from '../../events/maintenance.js'
import { readText } from '../files/regular-file.js'
import { replaceFile } from '../files/replace-file.js'

const ENDING = '.note'
const MAX_BYTES = 64 * 1024

const decode = Schema.decodeUnknownSync(
  Schema.Struct({ id: Schema.String, at: Schema.Number, change: hooksInstalled.schema }),
)

/** Records a change of hook settings for the service, which is the only writer of the log and may not be running. */
export const leaveNote = (spool: string, at: number, change: HooksNote['change']): void => {
  const id = randomUUID()
  replaceFile(join(spool, `${at}-${id}${ENDING}`), JSON.stringify({ id, at, change } satisfies HooksNote), 0o600)
}

const readNote = (path: string): HooksNote | null => {
  try {
    return decode(JSON.parse(readText(path, MAX_BYTES) ?? ''))
  } catch {
    return null
  }
}

/** Passes every note to `take`, oldest first, and deletes it. Files that are not notes are deleted too. */
export const takeNotes = async (spool: string, take: (note: HooksNote) => Promise<void>): Promise<void> => {
  const names = readdirSync(spool).filter((name) => name.endsWith(ENDING))
  for (const name of names.toSorted()) {
    const path = join(spool, name)
    const note = readNote(path)
    if (note !== null) await take(note)
    rmSync(path, { force: true, recursive: true })
  }
}
