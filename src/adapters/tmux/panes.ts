import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import * as Schedule from 'effect/Schedule'
import type { Pane, PaneLook, PanePlace, PanesError, PanesPort, PaneStart } from '../../commands/ports/panes.js'
import { StillRunning, TmuxFailed, TmuxMissing } from '../../domain/run/failures.js'
import { readScreen } from '../../domain/run/screen.js'
import { withinTime } from '../../commands/ports/within-time.js'
import { groupEnds } from '../process/group.js'
import { loadPty, type PtyLibrary } from '../process/pty.js'
import { type Finished, type ProcessError, run, type Run } from '../process/run.js'
import { endGroupsWithoutProc, endProcessesOfRuns, isOfRun, membersOf } from '../process/run-processes.js'
import {
  argumentsOf,
  ENDED,
  interruptCommands,
  listCommands,
  lookCommands,
  pasteCommands,
  pressCommands,
  PRESSED,
  reapCommands,
  removeCommands,
  startCommands,
  ttyCommands,
  type TmuxCommand,
} from './argv.js'
import { IN_SCOPE } from '../process/scope.js'
import { controlViewer } from './control-viewer.js'
import { runFiles } from './files.js'
import { type ListedPane, readPanes } from './parse.js'
import { linkName, placeOf, prepareFolder, restoreSocket, socketsOf, type TmuxPlace } from './place.js'
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
/** Milliseconds that tmux gets to make its socket again. */
const RESTORED_MS = 2000
const RESTORED_POLL_MS = 20

// Without a UTF-8 locale tmux and its programs replace every other character.
const inUtf8 = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || ''
  return /utf-?8/i.test(locale) ? env : { ...env, LC_ALL: 'C.UTF-8' }
}

// Without a current target the server has no session left, and exits.
const NO_SOCKET = /no server running|error connecting/i
const NO_SERVER = /no server running|error connecting|server exited|lost server|no current target/i
/** The socket cannot be there: its file system has no sockets, or its folder cannot be used. */
const NO_PLACE = /error creating|couldn't create|belongs to somebody else|EACCES|ENOENT|EROFS/i
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
  let place: TmuxPlace | null = null
  /** Where the server is. It is searched again when it does not answer there. */
  const current = (): TmuxPlace => (place ??= placeOf(dataDir))
  const folder = join(dataDir, 'panes')
  // Without TERM, tmux refuses to attach.
  const environment = { ...inUtf8(env), TERM: 'xterm-256color' }
  const { writeStart, ...files } = runFiles(folder)

  const answerNow = (
    program: string,
    args: readonly string[],
    commands: readonly TmuxCommand[],
    input = '',
    runIn = run,
  ): Effect.Effect<Finished, PanesError> =>
    runIn({
      program,
      args: [...args, ...argumentsOf(current().socket, commands)],
      env: environment,
      // The server keeps it for its whole life.
      cwd: '/',
      input,
      timeout: ANSWER_MS,
      maxOutput: MAX_OUTPUT,
      // Short, and a pane that was half made would have no record.
      finishes: true,
    }).pipe(Effect.mapError(failureOf))

  /** Waits until a server whose socket was deleted has made it again. False if no server runs. */
  const restored = Effect.suspend(() => {
    place = placeOf(dataDir)
    const { socket } = place
    if (!restoreSocket(place)) return Effect.succeed(existsSync(socket) && place.pid !== null)
    return Effect.sync(() => existsSync(socket)).pipe(
      Effect.repeat({ until: (exists) => exists, schedule: Schedule.spaced(RESTORED_POLL_MS) }),
      Effect.as(true),
      (waiting) => withinTime(waiting, RESTORED_MS, Effect.succeed(false)),
    )
  })

  const answer: typeof answerNow = (...command) =>
    Effect.suspend(() => answerNow(...command)).pipe(
      Effect.flatMap((finished) =>
        finished.code === 0 || !NO_SOCKET.test(finished.complaint)
          ? Effect.succeed(finished)
          : Effect.flatMap(restored, (again) =>
              again ? Effect.suspend(() => answerNow(...command)) : Effect.succeed(finished),
            ),
      ),
    )

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
  const paneAt = (wanted: PanePlace): Effect.Effect<ListedPane | undefined, PanesError> =>
    Effect.map(listed, (panes) => panes.find((pane) => isAt(pane, wanted)))

  /** Starts the server outside of the unit, if systemd does that for this user. */
  const startedHere = (commands: readonly TmuxCommand[]): Effect.Effect<string, PanesError> =>
    isUnit
      ? answer('systemd-run', [...IN_SCOPE, 'tmux'], commands).pipe(
          Effect.flatMap(outputOf),
          Effect.orElse(() => tmux(commands)),
        )
      : tmux(commands)

  /** Starts the server at the first place that can have its socket, if it does not run. */
  const started = (commands: readonly TmuxCommand[]): Effect.Effect<string, PanesError> => {
    if (current().pid !== null) return startedHere(commands)
    const startedAt = (socket: string): Effect.Effect<string, PanesError> =>
      Effect.suspend(() => {
        const unusable = prepareFolder(socket)
        if (unusable !== null) return Effect.fail(new TmuxFailed(unusable))
        place = { socket, pid: null }
        return startedHere(commands)
      })
    const [first = current().socket, ...others] = socketsOf(dataDir)
    return others
      .reduce(
        (work, socket) =>
          Effect.catchIf(
            work,
            (error) => error._tag === 'TmuxFailed' && NO_PLACE.test(error.message),
            () => startedAt(socket),
          ),
        startedAt(first),
      )
      .pipe(Effect.tap(() => Effect.sync(() => linkName(dataDir, current().socket))))
  }

  const start = (wanted: PaneStart): Effect.Effect<Pane, PanesError> =>
    Effect.gen(function* () {
      const left = yield* paneAt(wanted)
      if (left !== undefined && !left.dead) {
        return yield* Effect.fail(new TmuxFailed(`a program runs in slot ${wanted.slot}`))
      }
      if (left !== undefined) yield* ifPresent(removeCommands(wanted))
      const env = { ...inUtf8(wanted.env), COLORTERM: 'truecolor' }
      const script = yield* writeStart({ ...wanted, env })
      const commands = startCommands(wanted, folder, script)
      const exits = (error: PanesError): boolean => error._tag === 'TmuxFailed' && EXITS.test(error.message)
      const pid = Number(yield* Effect.retry(started(commands), { times: RESTARTS, while: exits }))
      return { run: wanted.run, lane: wanted.lane, slot: wanted.slot, tool: wanted.tool, pid, end: null }
    })

  /** Returns the panes in some places. Without tmux there are none, but programs may have outlived it. */
  const present = (places: readonly PanePlace[]): Effect.Effect<readonly ListedPane[], PanesError> =>
    places.length === 0
      ? Effect.succeed([])
      : listed.pipe(
          Effect.map((panes) => panes.filter((pane) => places.some((one) => isAt(pane, one)))),
          Effect.catchTag('TmuxMissing', () => Effect.succeed([])),
        )

  const remove = (pane: ListedPane): Effect.Effect<void, PanesError> =>
    Effect.zipRight(pane.dead ? Effect.void : ifPresent(interruptCommands(pane)), ifPresent(removeCommands(pane)))

  const paste = (place: PanePlace, text: string): Effect.Effect<boolean, PanesError> =>
    Effect.map(tmux(pasteCommands(place, randomUUID()), text), (printed) => printed.trim() !== ENDED)

  return {
    ...files,
    list: Effect.map(listed, (panes) => panes.map(({ dead: _dead, ...pane }) => pane)),
    start,
    look: (place, run) =>
      asked(lookCommands(place)).pipe(
        Effect.map((printed) => lookOf(printed, run)),
        Effect.catchTag('TmuxFailed', (error) => (isAbsence(error) ? Effect.succeed(null) : Effect.fail(error))),
      ),
    readsLines: (place) =>
      Effect.gen(function* () {
        const tty = (yield* asked(ttyCommands(place))).trim()
        if (!TTY.test(tty)) return false
        const command = {
          program: 'stty',
          args: ['-F', tty, '-a'],
          env: environment,
          timeout: ANSWER_MS,
          maxOutput: MAX_OUTPUT,
        }
        const { output } = yield* Effect.mapError(runReads(command), failureOf)
        return ['icanon', 'echo'].every((mode) =>
          output
            .toString('utf8')
            .split(/[\s;]+/)
            .includes(mode),
        )
      }).pipe(Effect.orElseSucceed(() => false)),
    paste,
    press: (place, key, seen) =>
      tmux(pressCommands(place, key, seen)).pipe(
        Effect.map((printed) => printed.trim() === PRESSED),
        Effect.catchTag('TmuxFailed', (error) => (isAbsence(error) ? Effect.succeed(false) : Effect.fail(error))),
      ),
    view: (place, view, onOutput) =>
      Effect.flatMap(pty, (library) => {
        const open = library === null ? controlViewer : ptyViewer(library)
        const opened = open({ socket: current().socket, env: environment }, place, view, onOutput)
        return Effect.map(opened, (viewer) => ({ ...viewer, paste: (text: string) => paste(place, text) }))
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
    isAlive: (_place, run, pid) => Effect.sync(() => isOfRun(pid, run)),
  }
}

const isAt = (pane: PanePlace, { lane, slot }: PanePlace): boolean => pane.lane === lane && pane.slot === slot

/** Reads what the pane of a run shows; null if it is the pane of another run. */
const lookOf = (printed: string, run: string): PaneLook | null => {
  const [of, cursor = '', ...lines] = printed.split('\n')
  return of === run ? { screen: readScreen(lines.join('\n')), cursor } : null
}

const TTY = /^\/dev\/pts\/\d+$/

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
