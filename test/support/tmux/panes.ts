import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { type TmuxParts, tmuxPanes } from '../../../src/adapters/tmux/panes.js'
import { placeOf, removeSockets } from '../../../src/adapters/tmux/place.js'
import type { PanesPort } from '../../../src/commands/ports/panes.js'
import { startShell } from '../process/shell.js'

/** As systemd or cron would start the service: no locale and no TERM. */
const ENV = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: '/nonexistent', SHELL: '/bin/sh' }

export const hasTmux = ENV.PATH.split(':').some((folder) => existsSync(join(folder, 'tmux')))

const shell = startShell({ ...ENV, LC_ALL: 'C.UTF-8' })

/** Runs tmux on the server of a data directory. */
export const tmuxOf =
  (dataDir: string) =>
  (...args: readonly string[]): string =>
    shell.run('tmux', ['-S', placeOf(dataDir).socket, ...args]).trim()

/** How long a program may take to end after its terminal did. */
const ENDS_WITHIN_MS = 5000

/** Waits until a process has ended: a shell writes its history into its HOME after it loses its terminal. */
const waitForEnd = (pid: string): void => {
  const giveUp = Date.now() + ENDS_WITHIN_MS
  const clock = new Int32Array(new SharedArrayBuffer(4))
  while (existsSync(`/proc/${pid}`) && Date.now() < giveUp) Atomics.wait(clock, 0, 0, 5)
}

/** How tmux says that its server has ended, or has no session left and is about to. */
const OVER = /no server running|error connecting|server exited|lost server|no current target/

/** Returns what tmux printed; nothing if its server is over. */
const ifRunning = (ask: () => string): string => {
  try {
    return ask()
  } catch (error) {
    if (OVER.test(String(error))) return ''
    throw error
  }
}

/** Ends the tmux server of a data directory, and all that runs in it. */
export const endServer = (dataDir: string): void => {
  const tmux = tmuxOf(dataDir)
  const pids = ifRunning(() => tmux('list-panes', '-a', '-F', '#{pane_pid}')).split('\n')
  ifRunning(() => tmux('kill-server'))
  for (const pid of pids) if (pid !== '') waitForEnd(pid)
  // tmux leaves its socket behind.
  removeSockets(dataDir)
}

export interface TestPanes extends PanesPort {
  readonly folder: string
  readonly dataDir: string
  readonly tmux: (...args: readonly string[]) => string
  readonly ask: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
  readonly close: () => void
}

/** Opens the port with its own tmux server, in a data directory whose name needs quotes everywhere. */
export const openPanes = (env: Readonly<Record<string, string>> = ENV, parts: Partial<TmuxParts> = {}): TestPanes => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-panes-'))
  const dataDir = join(folder, "the user's #{pane_id} $HOME %d;")
  mkdirSync(dataDir)
  return {
    ...tmuxPanes({ dataDir, env, isUnit: false, patienceMs: 300, ...parts }),
    folder,
    dataDir,
    tmux: tmuxOf(dataDir),
    ask: (effect) => Effect.runPromise(effect),
    close: () => {
      endServer(dataDir)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
