import { readFileSync } from 'node:fs'
import * as Effect from 'effect/Effect'
import type { ControllingTerminal, TmuxPane } from '../../commands/ports/processes.js'
import { shellQuoted } from '../files/shell.js'
import { FIELD, statOf } from '../process/proc.js'
import { run } from '../process/run.js'

const ANSWER_MS = 1000
const MOST_OUTPUT = 1024
const LONGEST_SOCKET = 512
const PANE = /^%\d{1,6}$/
const [CONSOLE, PTY] = [4, 136]

/**
 * Returns the terminal that controls a process, read from /proc when it is asked for: a process can move to another pane. Null
 * parts are unknown, for example on systems without /proc.
 * @param env the environment of the tmux client
 */
export const controllingTerminalOf =
  (env: Readonly<Record<string, string>>) =>
  (pid: number): Effect.Effect<ControllingTerminal> =>
    Effect.gen(function* () {
      const tty = ttyOf(pid)
      const pane = paneOf(pid)
      if (pane === null) return { tty, tmux: null }
      return { tty, tmux: { ...pane, place: yield* placeOf(pane, env), command: commandOf(pane) } }
    })

/** Returns the path of a process's terminal: the device number in Linux's encoding. */
const ttyOf = (pid: number): string | null => {
  const device = Number(statOf(pid)?.[FIELD.terminal] ?? 0)
  const major = (device >> 8) & 0xfff
  const minor = (device & 0xff) | ((device >> 12) & 0xfff00)
  if (major === PTY) return `/dev/pts/${minor}`
  return major === CONSOLE && minor > 0 && minor < 64 ? `/dev/tty${minor}` : null
}

type Pane = Pick<TmuxPane, 'socket' | 'pane'>

/** Returns the tmux pane in the environment that the process was started with. Its other variables are not kept. */
const paneOf = (pid: number): Pane | null => {
  let variables: string[]
  try {
    variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return null
  }
  const valueOf = (name: string): string =>
    variables.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  // socket,pid of the server,session
  const socket = valueOf('TMUX').replace(/,\d+,\d+$/, '')
  const pane = valueOf('TMUX_PANE')
  // oxlint-disable-next-line no-control-regex -- a path with control characters could write to a terminal it is pasted into
  const isPath = /^\/[^\u0000-\u001f\u007f]*$/.test(socket) && socket.length <= LONGEST_SOCKET
  return isPath && PANE.test(pane) ? { socket, pane } : null
}

/** Returns `session:window.pane` of a pane; null if its server does not answer. */
const placeOf = ({ socket, pane }: Pane, env: Readonly<Record<string, string>>): Effect.Effect<string | null> =>
  run({
    program: 'tmux',
    args: ['-S', socket, 'display-message', '-p', '-t', pane, '#{session_name}:#{window_index}.#{pane_index}'],
    env,
    timeout: ANSWER_MS,
    maxOutput: MOST_OUTPUT,
  }).pipe(
    Effect.map(({ code, output }) => (code === 0 ? shownPlace(output.toString('utf8')) : null)),
    Effect.orElseSucceed(() => null),
  )

const shownPlace = (output: string): string | null => {
  // oxlint-disable-next-line no-control-regex -- removing control characters is the point
  const place = output.replace(/[\u0000-\u001f\u007f]/g, '')
  return place === '' || place === ':.' ? null : place
}

/** Returns a shell command that shows the pane in its tmux client. */
const commandOf = ({ socket, pane }: Pane): string =>
  `tmux -S ${/^[\w./-]+$/.test(socket) ? socket : shellQuoted(socket)} select-window -t ${pane} \\; select-pane -t ${pane}`
