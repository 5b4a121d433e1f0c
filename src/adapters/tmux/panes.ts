import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { Pane, PanePlace, PanesError, PanesPort, PaneStart } from '../../commands/ports/panes.js'
import { StillRunning, TmuxFailed, TmuxMissing } from '../../domain/run/failures.js'
import { groupEnds } from '../process/group.js'
import { loadPty, type PtyLibrary } from '../process/pty.js'
import { type Finished, type ProcessError, run, type Run } from '../process/run.js'
import { endGroupsWithoutProc, endProcessesOfRuns, isOfRun, membersOf } from '../process/run-processes.js'
import {
  argumentsOf,
  ENDED,
  enterCommands,
  interruptCommands,
  listCommands,
  pasteCommands,
  reapCommands,
  removeCommands,
  screenCommands,
  startCommands,
  type TmuxCommand,
} from './argv.js'
import { controlViewer } from './control-viewer.js'
import { runFiles } from './files.js'
import { type ListedPane, readPanes } from './parse.js'
import { ptyViewer } from './pty-viewer.js'

export interface TmuxParts {
  readonly dataDir: string
  /** The environment of programs that the service starts. */
  readonly env: Readonly<Record<string, string>>
  /** Whether the service runs as a unit of systemd, which stops all processes of the unit together. */
  readonly isUnit: boolean
  /** Milliseconds that a program gets to exit before the next, harder signal. */
  readonly patienceMs?: number
  /** Runs what only reads. */
  readonly runReads?: Run
  /** Null on a system that it does not support. */
  readonly pty?: Effect.Effect<PtyLibrary | null>
}

const ANSWER_MS = 10_000
const MAX_OUTPUT = 1024 * 1024
const PATIENCE_MS = 5000
/** How often a start is tried again because it met a server that exits. */
const RESTARTS = 5

/** Returns the name of the tmux socket of a data directory, so that two services on one machine have two servers. */
export const socketOf = (dataDir: string): string =>
  `svc-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`

// Without a UTF-8 locale tmux replaces every other character; without TERM it refuses to attach.
const tmuxEnvironment = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || ''
  return { ...env, TERM: 'xterm-256color', ...(/utf-?8/i.test(locale) ? {} : { LC_ALL: 'C.UTF-8' }) }
}

// A unit's processes end with it, and the tmux server would be one of them. A scope is a unit of its own.
const IN_SCOPE = ['--user', '--scope', '--quiet', '--collect', '--', 'tmux']

// Without a current target the server has no session left, and exits.
const NO_SERVER = /no server running|error connecting|server exited|lost server|no current target/i
/** The server exits with its last session; a client that has just connected sees that as a failure. */
const EXITS = /server exited|lost server/i
const NO_SESSION = /can't find (?:session|pane|window)/i

/** Returns the port for the panes of the lanes. It starts its tmux server with the first pane. */
export const tmuxPanes = ({
  dataDir,
  env,
  isUnit,
  patienceMs = PATIENCE_MS,
  runReads = run,
  pty = loadPty,
}: TmuxParts): PanesPort => {
  const socket = socketOf(dataDir)
  const folder = join(dataDir, 'panes')
  const environment = tmuxEnvironment(env)
  const { TERM: _terminal, ...environmentOfPanes } = environment
  const files = runFiles(folder)

  const answer = (
    program: string,
    args: readonly string[],
    commands: readonly TmuxCommand[],
    input = '',
    runIn = run,
  ): Effect.Effect<Finished, PanesError> =>
    runIn({
      program,
      args: [...args, ...argumentsOf(socket, commands)],
      env: environment,
      // The server keeps it for its whole life.
      cwd: '/',
      input,
      timeout: ANSWER_MS,
      maxOutput: MAX_OUTPUT,
      // Short, and a pane that was half made would have no record.
      finishes: true,
    }).pipe(Effect.mapError(failureOf))

  const tmux = (commands: readonly TmuxCommand[], input?: string): Effect.Effect<string, PanesError> =>
    Effect.flatMap(answer('tmux', [], commands, input), outputOf)

  /** Sends commands to a pane that may have ended meanwhile. */
  const ifPresent = (commands: readonly TmuxCommand[]): Effect.Effect<void, PanesError> =>
    tmux(commands).pipe(
      Effect.asVoid,
      Effect.catchTag('TmuxFailed', (error) => (isAbsence(error) ? Effect.void : Effect.fail(error))),
    )

  /** Sends commands that change nothing. */
  const asked = (commands: readonly TmuxCommand[]): Effect.Effect<string, PanesError> =>
    Effect.flatMap(answer('tmux', [], commands, '', runReads), outputOf)

  const listed: Effect.Effect<readonly ListedPane[], PanesError> = asked(listCommands).pipe(
    Effect.map(readPanes),
    Effect.tap((panes) =>
      panes.some(({ dead, end }) => dead && end === null) ? ifPresent(reapCommands) : Effect.void,
    ),
    Effect.catchTag('TmuxFailed', (error) => (NO_SERVER.test(error.message) ? Effect.succeed([]) : Effect.fail(error))),
  )
  const at = (place: PanePlace): Effect.Effect<ListedPane | undefined, PanesError> =>
    Effect.map(listed, (panes) => panes.find((pane) => isAt(pane, place)))

  /** Starts the server outside of the unit, if systemd does that for this user. */
  const started = (commands: readonly TmuxCommand[]): Effect.Effect<string, PanesError> =>
    isUnit
      ? answer('systemd-run', IN_SCOPE, commands).pipe(
          Effect.flatMap(outputOf),
          Effect.orElse(() => tmux(commands)),
        )
      : tmux(commands)

  const start = (wanted: PaneStart): Effect.Effect<Pane, PanesError> =>
    Effect.gen(function* () {
      const left = yield* at(wanted)
      if (left !== undefined && !left.dead) {
        return yield* Effect.fail(new TmuxFailed(`a program runs in slot ${wanted.slot}`))
      }
      if (left !== undefined) yield* ifPresent(removeCommands(wanted))
      const commands = startCommands({ ...wanted, env: { ...environmentOfPanes, ...wanted.env } }, folder)
      const exits = (error: PanesError): boolean => error._tag === 'TmuxFailed' && EXITS.test(error.message)
      const pid = Number(yield* Effect.retry(started(commands), { times: RESTARTS, while: exits }))
      return { run: wanted.run, lane: wanted.lane, slot: wanted.slot, tool: wanted.tool, pid, end: null }
    })

  /** Returns the panes in some places. Without tmux there are none, but programs may have outlived it. */
  const present = (places: readonly PanePlace[]): Effect.Effect<readonly ListedPane[], PanesError> =>
    places.length === 0
      ? Effect.succeed([])
      : listed.pipe(
          Effect.map((panes) => panes.filter((pane) => places.some((place) => isAt(pane, place)))),
          Effect.catchTag('TmuxMissing', () => Effect.succeed([])),
        )

  const remove = (pane: ListedPane): Effect.Effect<void, PanesError> =>
    Effect.zipRight(pane.dead ? Effect.void : ifPresent(interruptCommands(pane)), ifPresent(removeCommands(pane)))

  return {
    ...files,
    list: Effect.map(listed, (panes) => panes.map(({ dead: _dead, ...pane }) => pane)),
    start,
    screen: (place, run) =>
      asked(screenCommands(place)).pipe(
        Effect.map((printed) => (printed.startsWith(`${run}\n`) ? printed.slice(run.length + 1) : null)),
        Effect.catchTag('TmuxFailed', (error) => (isAbsence(error) ? Effect.succeed(null) : Effect.fail(error))),
      ),
    paste: (place, text) =>
      Effect.map(tmux(pasteCommands(place, randomUUID()), text), (printed) => printed.trim() !== ENDED),
    enter: (place) => Effect.asVoid(tmux(enterCommands(place))),
    view: (place, view, onOutput) =>
      Effect.flatMap(pty, (library) => {
        const open = library === null ? controlViewer : ptyViewer(library)
        return open({ socket, env: environment }, place, view, onOutput)
      }),
    stop: (places, runs) =>
      Effect.gen(function* () {
        const panes = yield* present(places)
        const pids = panes.flatMap(({ dead, pid }) => (dead ? [] : [pid]))
        const known = membersOf(pids)
        const together = { concurrency: 'unbounded', discard: true } as const
        yield* Effect.forEach(panes, remove, together)
        yield* Effect.forEach(pids, (pid) => groupEnds(pid, patienceMs), together)
        yield* endGroupsWithoutProc(pids)
        const left = yield* endProcessesOfRuns([...runs, ...panes.map(({ run }) => run)], known, patienceMs)
        if (left.pids.length > 0) yield* Effect.fail(new StillRunning(left.pids, left.ports))
      }),
    isAlive: (run, pid) => isOfRun(pid, run),
  }
}

const isAt = (pane: PanePlace, { lane, slot }: PanePlace): boolean => pane.lane === lane && pane.slot === slot

/** Whether the pane, or the server, has ended. */
const isAbsence = ({ message }: TmuxFailed): boolean => NO_SERVER.test(message) || NO_SESSION.test(message)

const failureOf = (error: ProcessError): PanesError => {
  if (error._tag === 'CannotStart' && error.notFound) return new TmuxMissing()
  if (error._tag === 'CannotStart') return new TmuxFailed(error.reason)
  return new TmuxFailed(error._tag === 'TimedOut' ? 'tmux did not answer in time' : 'tmux printed too much')
}

const outputOf = ({ code, output, complaint }: Finished): Effect.Effect<string, TmuxFailed> =>
  code === 0
    ? Effect.succeed(output.toString('utf8'))
    : Effect.fail(new TmuxFailed(complaint.trim() || 'tmux failed without a message'))
