import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
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
  /** Where the programs are that take the place of the agent CLIs, and the files that they write. */
  readonly bin: string
  readonly panes: string
  /** The home directory of what runs in lanes. */
  readonly home: string
  /** Where the repository of the lanes is created. */
  readonly repository: string
  readonly append: (line: TranscriptLine) => string
  /** Sets the file's modification time. */
  readonly date: (path: string, at: Instant) => void
  readonly remove: () => void
}

export const newDirectories = (): Directories => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-demo-')))
  const [dataDir, claude, codex] = [join(root, 'data'), join(root, 'claude'), join(root, 'codex')]
  const [home, repository] = [join(root, 'home'), join(root, 'home', 'storefront')]
  for (const path of [join(claude, 'projects'), join(codex, 'sessions'), home]) mkdirSync(path, { recursive: true })
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.com\n')
  return {
    root,
    dataDir,
    claude,
    codex,
    bin: join(root, 'bin'),
    panes: join(root, 'panes'),
    home,
    repository,
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
