import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Instant } from '../../domain/time.js'
import type { TranscriptLine } from './beat.js'
import { PIPELINE } from './stories/lanes.js'

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
  /** The templates of pipelines. */
  readonly pipelines: string
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
  const pipelines = join(root, 'pipelines')
  for (const path of [join(claude, 'projects'), join(codex, 'sessions'), home, pipelines])
    mkdirSync(path, { recursive: true })
  const { id, ...template } = PIPELINE
  writeFileSync(join(pipelines, `${id}.json`), JSON.stringify(template))
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Ada\n\temail = ada@example.com\n')
  return {
    root,
    dataDir,
    claude,
    codex,
    bin: join(root, 'bin'),
    panes: join(root, 'panes'),
    home,
    pipelines,
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
