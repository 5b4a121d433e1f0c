import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * The files that may read by path, with the reason. All others use `adapters/files/regular-file.ts`: what somebody else can replace
 * may be a FIFO, a device, or a link out of its directory, and a plain read of it never ends or shows another file.
 */
const ALLOWED: readonly (readonly [path: string, reason: string])[] = [
  ['src/adapters/accounts/database.ts', 'only the service writes it'],
  ['src/adapters/accounts/earlier-vaults.ts', 'only the service writes it'],
  ['src/adapters/accounts/key.ts', 'only the service writes it'],
  ['src/adapters/files/avatars.ts', 'only the service writes it'],
  ['src/adapters/files/regular-file.ts', 'it is the one place'],
  ['src/adapters/files/directory-handle.ts', 'it opens directories'],
  ['src/adapters/files/replace-file.ts', 'it creates files'],
  ['src/adapters/files/new-file.ts', 'it creates files'],
  ['src/adapters/files/pipeline-examples.ts', 'it creates the copies exclusively'],
  ['src/adapters/files/pipeline-templates.ts', 'it opens without blocking, and watches the folder meanwhile'],
  ['src/adapters/files/redoc-script.ts', 'our own build'],
  ['src/adapters/files/tree/copy.ts', 'it copies open files'],
  ['src/adapters/files/tree/folder.ts', 'it opens in a folder that is held open, without following or blocking'],
  ['src/adapters/files/tree/upload.ts', 'it creates files'],
  ['src/adapters/files/ui-assets.ts', 'our own build'],
  ['src/version.ts', 'our own build'],
  ['src/adapters/process/exit.ts', '/proc'],
  ['src/adapters/process/connected-runs.ts', '/proc'],
  ['src/adapters/process/listeners.ts', '/proc'],
  ['src/adapters/process/proc.ts', '/proc'],
  ['src/adapters/process/processes.ts', '/proc'],
  ['src/adapters/process/table.ts', '/proc'],
  ['src/adapters/tmux/controlling-terminal.ts', '/proc'],
  ['src/adapters/git/copy-ignored.ts', 'it creates files, and reads an open one'],
  ['src/adapters/git/exclude.ts', 'it opens for appending, without blocking'],
  ['src/adapters/import/stage-worker.ts', 'it reads what the service received'],
  ['src/adapters/import/unpack.ts', 'it reads what the service received'],
  ['src/adapters/proof/store.ts', 'it reads what the service received'],
  ['src/adapters/sqlite/bundle-stage.ts', 'only the service writes it'],
  ['src/adapters/sqlite/checkpointer.ts', 'only the service writes it'],
  ['src/adapters/sqlite/header.ts', 'only the service writes it'],
  ['src/adapters/sqlite/high-water.ts', 'only the service writes it'],
  ['src/adapters/sqlite/writer-lock.ts', 'only the service writes it'],
  ['src/adapters/ssh/mirror.ts', 'only the service writes it'],
  ['src/adapters/system-accounts/install.ts', 'root copies the product'],
  ['src/adapters/system-accounts/mirror.ts', 'only the service writes it'],
  [
    'src/adapters/system-accounts/take-over.ts',
    'it opens in a folder that is held open, without following or blocking',
  ],
  ['src/adapters/transcripts/archive/archive.ts', 'only the service writes it'],
  ['src/adapters/transcripts/archive/index-file.ts', 'only the service writes it'],
  ['src/adapters/transcripts/files/unpack.ts', 'it creates files'],
  ['src/adapters/transcripts/pages/held-edits.ts', 'only the service writes it'],
]

/** The user names these files in their own terminal, where a FIFO is welcome. */
const OF_THE_TERMINAL = /^src\/cli(?:\/|\.ts$)/

const READS = /\b(?:readFileSync|readFile|openSync|open|createReadStream|copyFileSync|copyFile)\b/
const IMPORT = /import \{([^}]*)\} from 'node:fs(?:\/promises)?'/g

const readers = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((path) => path.endsWith('.ts') && !OF_THE_TERMINAL.test(path))
  .filter((path) => [...readFileSync(path, 'utf8').matchAll(IMPORT)].some(([, names = '']) => READS.test(names)))

it('only the listed files open files by path', () => {
  expect(readers.toSorted()).toEqual(ALLOWED.map(([path]) => path).toSorted())
})
