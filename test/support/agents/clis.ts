import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The programs of the real agent CLIs. */
export interface Clis {
  readonly claude: string
  readonly codex: string
}

/**
 * The real CLIs in the folder that SWITCHYARD_CLIS names, as
 * `npm install --prefix <folder> @anthropic-ai/claude-code @openai/codex` leaves it; null, said in one line, without.
 * They are several hundred megabytes and not ours to ship, so the tests that drive them are for those who have them.
 */
export const findClis = (): Clis | null => {
  const folder = process.env['SWITCHYARD_CLIS']
  const bin = join(folder ?? '', 'node_modules', '.bin')
  const clis = { claude: join(bin, 'claude'), codex: join(bin, 'codex') }
  if (folder !== undefined && existsSync(clis.claude) && existsSync(clis.codex)) return clis
  console.log('Tests with the real agent CLIs are skipped: SWITCHYARD_CLIS names no folder that holds them.')
  return null
}
