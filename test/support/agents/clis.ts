import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The programs of the real agent CLIs. */
export interface Clis {
  readonly claude: string
  readonly codex: string
}

/**
 * Returns the real CLIs in the folder SWITCHYARD_CLIS, installed with
 * `npm install --prefix <folder> @anthropic-ai/claude-code @openai/codex`. Without them it logs one line and returns
 * null, and the tests that need them are skipped. They are several hundred megabytes and cannot be redistributed.
 */
export const findClis = (): Clis | null => {
  const folder = process.env['SWITCHYARD_CLIS']
  const bin = join(folder ?? '', 'node_modules', '.bin')
  const clis = { claude: join(bin, 'claude'), codex: join(bin, 'codex') }
  if (folder !== undefined && existsSync(clis.claude) && existsSync(clis.codex)) return clis
  console.log('Tests with the real agent CLIs are skipped: SWITCHYARD_CLIS names no folder that holds them.')
  return null
}
