import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Instant } from '../../domain/time.js'
import type { TranscriptLine } from './beat.js'

/** The folders of a demo, in a temporary folder. */
export interface Homes {
  readonly folder: string
  readonly dataDir: string
  readonly claude: string
  readonly codex: string
  readonly append: (line: TranscriptLine) => string
  /** Sets the file's modification time. */
  readonly date: (path: string, at: Instant) => void
  readonly remove: () => void
}

export const newHomes = (): Homes => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-demo-'))
  const [dataDir, claude, codex] = [join(folder, 'data'), join(folder, 'claude'), join(folder, 'codex')]
  for (const path of [join(claude, 'projects'), join(codex, 'sessions')]) mkdirSync(path, { recursive: true })
  return {
    folder,
    dataDir,
    claude,
    codex,
    append: ({ provider, path, text }) => {
      const file = join(provider === 'codex' ? codex : claude, path)
      mkdirSync(dirname(file), { recursive: true })
      appendFileSync(file, text)
      return file
    },
    date: (path, at) => utimesSync(path, at / 1000, at / 1000),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
