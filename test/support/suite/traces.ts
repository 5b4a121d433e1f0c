import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Programs that end with the workers may need this long. */
const ENDS_WITHIN_MS = 15_000
const POLL_MS = 100

/**
 * Gives the suite a temporary directory and a home of its own. At the end nothing of it may be left: no program that runs in it, such as a
 * tmux server or an agent, and no worktree. Other directories are only listed.
 */
export const setup = (): (() => Promise<void>) | undefined => {
  // Another project of this run has done it.
  if (process.env['SWITCHYARD_TRACES'] !== undefined) return undefined
  // Short: names of sockets have at most 107 bytes.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sy-')))
  // A database that runs as another user gets to its own directory.
  chmodSync(folder, 0o711)
  process.env['SWITCHYARD_TRACES'] = folder
  process.env['TMPDIR'] = folder
  // Nothing of the person who runs the tests counts, and no shell runs what their profile starts.
  process.env['HOME'] = homeIn(folder)
  return async () => {
    let programs = programsIn(folder)
    for (let waited = 0; programs.length > 0 && waited < ENDS_WITHIN_MS; waited += POLL_MS) {
      await sleep(POLL_MS)
      programs = programsIn(folder)
    }
    const directories = readdirSync(folder).filter((name) => name.startsWith('switchyard-'))
    const worktrees = directories.flatMap((name) => readdirSync(join(folder, name))).filter(isOfLanes)
    rmSync(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 })
    if (programs.length + directories.length === 0) return
    console.error(['The tests left something behind:', ...programs, ...directories].join('\n'))
    // A service that closes may still write into a directory that its test has removed.
    if (programs.length + worktrees.length > 0) process.exitCode = 1
  }
}

/** Makes a home with a name for commits, without which git makes none. */
const homeIn = (folder: string): string => {
  const home = join(folder, 'home')
  mkdirSync(home)
  writeFileSync(join(home, '.gitconfig'), '[user]\n  name = Ada\n  email = ada@example.com\n')
  return home
}

/** Whether a directory has the worktrees of a repository. */
const isOfLanes = (name: string): boolean => name.endsWith('-lanes')

/** Returns the programs whose arguments or directory are in a folder. Empty where there is no /proc. */
const programsIn = (folder: string): readonly string[] =>
  namesIn('/proc').flatMap((pid) => {
    try {
      const line = readFileSync(join('/proc', pid, 'cmdline'), 'utf8').replaceAll('\0', ' ')
      const cwd = readlinkSync(join('/proc', pid, 'cwd'))
      return line.includes(folder) || cwd.startsWith(folder) ? [`${pid} in ${cwd}: ${line.slice(0, 200)}`] : []
    } catch {
      // It has ended, or belongs to another user.
      return []
    }
  })

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}
