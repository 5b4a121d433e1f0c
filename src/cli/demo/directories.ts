import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Instant } from '../../domain/time.js'
import type { TranscriptLine } from './beat.js'

/** The directories of a demo, all in a temporary one. */
export interface Directories {
  readonly root: string
  readonly dataDir: string
  readonly claude: string
  readonly codex: string
  readonly append: (line: TranscriptLine) => string
  /** Sets the file's modification time. */
  readonly date: (path: string, at: Instant) => void
  readonly remove: () => void
}

export const newDirectories = (): Directories => {
  const root = mkdtempSync(join(tmpdir(), 'switchyard-demo-'))
  const [dataDir, claude, codex] = [join(root, 'data'), join(root, 'claude'), join(root, 'codex')]
  for (const path of [join(claude, 'projects'), join(codex, 'sessions')]) mkdirSync(path, { recursive: true })
  return {
    root,
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
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
