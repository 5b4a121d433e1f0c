import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let made: string | null = null

/** Returns a directory of this process that only its user can enter. It is deleted when the process exits. */
export const privateFolder = (): string => {
  if (made !== null) return made
  const folder = mkdtempSync(join(tmpdir(), 'git-settings-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  made = folder
  return folder
}
