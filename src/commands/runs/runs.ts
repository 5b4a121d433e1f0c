import * as Effect from 'effect/Effect'
import { type Author, type OwnerId, userNumbered } from '../../domain/access/author.js'
import type { Caller } from '../../domain/access/caller.js'
import type { Principal } from '../../domain/access/visibility.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import { promptInFile } from '../../domain/prompt-file.js'
import { reject } from '../../domain/rejection.js'
import { inHome } from '../../domain/run/environment.js'
import type { RunStopReason } from '../../domain/run/run.js'
import { readResumed, readStopped, readWanted, type StartInput, type WantedRun } from '../../domain/run/wanted.js'
import { argvOf, hasSandbox, variablesOf } from '../../domain/tools/argv.js'
import { missing } from '../../domain/tools/failures.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import { liveRuns, resumable, runIdsOf } from '../../projections/queries/runs.js'
import type { Reader } from '../../projections/sql.js'
import type { AgentPlace, AgentPlaces } from '../access/agent-places.js'
import type { BudgetPause, StartPlace } from '../budgets/pause.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Serial } from '../kernel/serial.js'
import { untilStored } from '../kernel/stored.js'
import type { Clock } from '../ports/clock.js'
import { Directories } from '../ports/directories.js'
import { type PanePlace, Panes } from '../ports/panes.js'
import { ToolPrograms } from '../ports/tool-programs.js'
import { Worktrees } from '../ports/worktrees.js'
import { type Lease, NO_LEASE, type PoolLeases } from '../pool/leases.js'
import type { RouterAttachments, RunProxy } from '../router/attachments.js'
import { laneRuns } from './decider.js'
import type { RunEnds } from './ends.js'
import { refusalOf } from './refusal.js'

export interface RunParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly clock: Clock
  readonly serial: Serial
  readonly ends: RunEnds
  readonly newId: () => string
  /** What a new agent in a lane of an owner is told. */
  readonly instructionsFor: (owner: OwnerId, lane: number) => string | undefined
  /** Returns the token with which a pane acts for its owner; null if it needs none. */
  readonly tokenOf: (run: string) => string | null
  readonly placeOf: AgentPlaces
  readonly proxies: Pick<RouterAttachments, 'forRun'>
  /** Gives the accounts of the pool to panes; null in local mode, which has none. */
  readonly leases: PoolLeases | null
  /** Fails while a budget that counts the sessions of a lane is used up, and pauses starts. */
  readonly pause: BudgetPause
  readonly shell: string
  readonly mode: 'local' | 'server'
}

type Lane = StartPlace & Pick<LaneShape, 'id' | 'tool' | 'router_profile'>

/** How a program is started. */
interface Start {
  readonly path: string
  readonly searched: string
  readonly instructions: string | undefined
  readonly place: AgentPlace
  readonly proxy: RunProxy
  readonly lease: Lease
}

/** Bytes of UTF-8. A longer prompt would fill the list of processes, which other users see. */
const LONGEST_ARGUMENT = 4096

const readable = Effect.mapError(refusalOf)

/** Returns the commands that start and stop programs in the slots of lanes. */
export const runCommands = (parts: RunParts) => {
  const {
    run,
    db,
    clock,
    serial,
    ends,
    newId,
    instructionsFor,
    placeOf,
    tokenOf,
    proxies,
    leases,
    pause,
    shell,
    mode,
  } = parts
  const held = <A, E, R>({ id }: Pick<Lane, 'id'>, work: Effect.Effect<A, E, R>) =>
    serial.hold({ kind: 'lane', name: String(id) }, work)

  /** Returns the directory to start in: that of a resumed session, if it is below the lane. */
  const directoryOf = ({ cwd }: Lane, session: string | null) =>
    Effect.gen(function* () {
      const { find } = yield* Directories
      if ((yield* find(cwd)).is !== 'directory') return yield* Effect.fail(reject('ENOCWD', `${cwd} not found`))
      if (session === null || !session.startsWith(`${cwd}/`)) return cwd
      if ((yield* find(session)).is === 'directory') return session
      return WORKTREE.test(session) ? yield* Effect.fail(reject('ENOWORKTREE', `${session} not found`)) : cwd
    })

  const program = (name: string, folder?: string) => Effect.flatMap(ToolPrograms, ({ find }) => find(name, folder))

  /** Finds the program to start, so that a missing one is refused before anything is recorded. */
  const programFor = ({ agent }: WantedRun, folder: string) =>
    Effect.gen(function* () {
      const name = agent?.tool.binary ?? shell
      const { path, searched } = yield* program(name, folder)
      if (path !== null) return { path, searched }
      return yield* Effect.fail(
        reject('ENOTOOL', missing(name, searched), { fields: { program: name, path: searched } }),
      )
    })

  /** Returns the arguments after the program; a long prompt is in a file. */
  const argumentsFor = (id: string, cwd: string, { agent }: WantedRun, { instructions, proxy, lease }: Start) =>
    Effect.gen(function* () {
      if (agent === null) return ['-l']
      const { tool } = agent
      const profile = proxy.profile ?? lease.profile
      const { settings } = proxy
      const settingsFile =
        settings === null ? null : yield* (yield* Panes).writeSettings(id, JSON.stringify(settings, null, 2))
      const writable = hasSandbox(tool, agent.launch) ? yield* (yield* Worktrees).writtenByCommits(cwd) : []
      const launch = {
        ...agent.launch,
        writable,
        ...(instructions === undefined ? {} : { instructions }),
        ...(settingsFile === null ? {} : { settingsFile }),
        ...(profile === null ? {} : { profile }),
      }
      if (launch.prompt === undefined || Buffer.byteLength(launch.prompt) <= LONGEST_ARGUMENT)
        return argvOf(tool, launch).slice(1)
      const path = yield* (yield* Panes).writePrompt(id, launch.prompt)
      return argvOf(tool, { ...launch, prompt: promptInFile(path, launch.prompt), promptFile: path }).slice(1)
    })

  const started = ({ lane, slot }: PanePlace, id: string, cwd: string, wanted: WantedRun, how: Start, author: Author) =>
    Effect.gen(function* () {
      const { path, searched, place, proxy, lease } = how
      const variables = wanted.agent === null ? {} : variablesOf(wanted.agent.tool)
      const token = tokenOf(id)
      const own = {
        ...(token === null ? {} : { SVC_PANE_TOKEN: token }),
        SVC_RUN: id,
        SVC_LANE: String(lane),
        SVC_SLOT: String(slot),
      }
      const env = {
        ...inHome(place.environment, place.home),
        PATH: searched,
        ...variables,
        ...lease.variables,
        ...proxy.variablesWith(token),
        ...own,
      }
      const tool = wanted.agent?.tool.id ?? null
      const argv = [path, ...(yield* Effect.mapError(argumentsFor(id, cwd, wanted, how), refusalOf))]
      if (wanted.agent?.launch.worktree !== undefined) yield* (yield* Worktrees).excludeSessionWorktrees(cwd)
      const { pid } = yield* Effect.mapError(
        (yield* Panes).start({ lane, slot, run: id, tool, argv, cwd, env }),
        refusalOf,
      )
      yield* Effect.tapError(untilStored(run(laneRuns, { lane }, 'start', { run: id, pid }, author)), () =>
        // Nobody will be told that it runs.
        Effect.ignore(stopped([{ lane, slot }], [id])),
      )
    }).pipe(
      Effect.tapError(({ message }) => {
        const failed = {
          run: id,
          reason: 'failed',
          code: null,
          signal: null,
          detail: message,
          at: clock.now(),
        } as const
        return Effect.gen(function* () {
          yield* untilStored(run(laneRuns, { lane }, 'end', failed, author))
          yield* (yield* Panes).settle(id)
        }).pipe(Effect.ignore)
      }),
    )

  /** Without tmux there are no panes. */
  const listed = Effect.flatMap(Panes, ({ list }) => list).pipe(
    Effect.catchTag('TmuxMissing', () => Effect.succeed([])),
    readable,
  )

  /**
   * Ends the programs of one slot, or of all, of a lane whose lock is held, with what they and earlier ones left behind. Returns the
   * runs that it ended.
   */
  const stopIn = (lane: number, slot: number | undefined, author: Author, reason: RunStopReason = 'stopped') =>
    Effect.gen(function* () {
      const isMeant = (place: { readonly slot: number }): boolean => slot === undefined || place.slot === slot
      const panes = yield* listed
      yield* ends.ofLane(lane, panes)
      const live = liveRuns(db, systemVisibility, lane).filter(isMeant)
      const left = panes.filter((pane) => pane.lane === lane && isMeant(pane))
      const places = [...new Set([...live, ...left].map((place) => place.slot))].map((one) => ({ lane, slot: one }))
      yield* stopped(places, runIdsOf(db, systemVisibility, lane, slot))
      const at = clock.now()
      for (const one of live) {
        const ended = { run: one.run, reason, code: null, signal: null, detail: null, at } as const
        yield* untilStored(run(laneRuns, { lane }, 'end', ended, author))
        yield* (yield* Panes).settle(one.run)
      }
      return live.map((one) => one.run)
    }).pipe(Effect.uninterruptible)

  /** Whether a program runs in the wanted slot: a start attaches it. */
  const isTaken = ({ id }: Lane, { slot }: WantedRun): boolean =>
    liveRuns(db, systemVisibility, id).some((one) => one.slot === slot)

  /** Runs work with an account of the pool: for an agent that is started, and sends its requests through no proxy. */
  const leased = <A, E, R>(
    lane: Lane,
    wanted: WantedRun,
    {
      run: id,
      session,
      router,
    }: { readonly run: string; readonly session: string | undefined; readonly router: string | null },
    work: (lease: Lease) => Effect.Effect<A, E, R>,
  ) => {
    const { agent } = wanted
    if (leases === null || agent === null || router !== null || isTaken(lane, wanted)) return work(NO_LEASE)
    const leasing = { run: id, lane, tool: agent.tool, session }
    return Effect.tapError(leases.lease(leasing, work), () => Effect.ignore(leases.release))
  }

  return {
    /** Finds the program of a tool as a start does. */
    program,

    /** Refuses what cannot be started in any lane with this tool: before a lane is created for it. */
    check: (
      { tool, ...place }: StartPlace & Pick<Lane, 'tool' | 'cwd'>,
      input: StartInput,
      { principal }: Pick<Caller, 'principal'>,
    ) =>
      Effect.gen(function* () {
        const wanted = yield* limited(principal, yield* readWanted(input, { tool, ofSession: undefined }, 'run_new'))
        yield* placeOf(place)
        yield* programFor(wanted, place.cwd)
        yield* pause(place)
      }),

    /** Starts a run, or attaches the one that waits in its slot. */
    start: (lane: Lane, input: StartInput, { author, writes, principal }: Caller) =>
      held(
        lane,
        Effect.gen(function* () {
          const id = `run_${newId()}`
          const resume = input.shell === true ? undefined : yield* readResumed(input)
          const session = resume === undefined ? undefined : resumable(db, writes, resume)
          // Of somebody else, or unknown: both are answered alike. A single user may know sessions that the service does not.
          if (mode === 'server' && resume !== undefined && session === undefined)
            return yield* Effect.fail(reject('ENOTFOUND', 'session not found'))
          const wanted = yield* limited(
            principal,
            yield* readWanted(input, { tool: lane.tool, ofSession: session?.tool }, id),
          )
          const cwd = yield* directoryOf(lane, session?.cwd ?? null)
          const { agent } = wanted
          const proxy = yield* proxies.forRun(lane, {
            tool: agent?.tool ?? null,
            asked: wanted.proxy,
            resumed: resume,
            isElsewhere: cwd !== lane.cwd || agent?.launch.worktree !== undefined,
          })
          const { router, isRouterAsked } = proxy
          const place = yield* placeOf(lane)
          const found = yield* programFor(wanted, cwd)
          if (wanted.agent?.launch.worktree !== undefined) yield* canAddWorktree(cwd)
          yield* ends.ofLane(lane.id, yield* readable((yield* Panes).list))
          if (agent !== null && !isTaken(lane, wanted)) yield* pause(lane)
          const request = (lease: Lease) => {
            const { account } = lease
            const asked = { run: id, cwd, wanted, router, isRouterAsked, account }
            const committed = run(laneRuns, { lane: lane.id, resume }, 'request', asked, author)
            return Effect.map(committed, (done) => ({ ...done, lease }))
          }
          const { state, events, lease } = yield* leased(lane, wanted, { run: id, session: resume, router }, request)
          const [requested] = events
          if (requested === undefined) {
            // The program that waits in the slot.
            const attached = state.live.find((one) => one.slot === wanted.slot)
            return { run: attached?.run ?? id, slot: attached?.slot ?? 0, attached: true }
          }
          const { slot } = requested.data
          const instructions = instructionsFor(userNumbered(lane.owner_id), lane.id)
          yield* started(
            { lane: lane.id, slot },
            id,
            cwd,
            wanted,
            { ...found, instructions, place, proxy, lease },
            author,
          )
          return { run: id, slot, attached: false }
        }).pipe(Effect.uninterruptible),
      ),

    /** Ends the programs of one slot, or of all. Returns the runs that it ended. */
    stop: (lane: Lane, input: { readonly slot?: unknown }, author: Author, reason?: RunStopReason) =>
      held(
        lane,
        Effect.flatMap(readStopped(input.slot), (slot) => stopIn(lane.id, slot, author, reason)),
      ),

    /** Ends a run. If it has ended already, nothing happens: its slot may have another program. */
    stopOne: (of: { readonly run: string; readonly lane: number; readonly slot: number }, author: Author) =>
      held(
        { id: of.lane },
        Effect.suspend(() => {
          const isLive = liveRuns(db, systemVisibility, of.lane).some((one) => one.run === of.run)
          return isLive ? stopIn(of.lane, of.slot, author) : Effect.succeed([])
        }),
      ),

    /** Ends all programs of a lane whose lock is held, and what they left behind. Without one, tmux is not needed. */
    stopAll: (lane: number, author: Author) =>
      liveRuns(db, systemVisibility, lane).length === 0
        ? Effect.as(stopped([], runIdsOf(db, systemVisibility, lane)), [])
        : stopIn(lane, undefined, author),
  }
}

/** An agent must not start another one without the limits that it has itself. */
const limited = ({ kind }: Principal, wanted: WantedRun) => {
  const launch = wanted.agent?.launch
  const isUnlimited = launch?.permissionMode === 'bypassPermissions' || launch?.sandbox === 'danger-full-access'
  return kind === 'pane' && isUnlimited
    ? Effect.fail(reject('EPANE', 'programs in a lane cannot start an agent without limits'))
    : Effect.succeed(wanted)
}

/** Fails where the agent could create no worktree. */
const canAddWorktree = (cwd: string) =>
  Effect.flatMap(Worktrees, ({ inspect }) =>
    Effect.mapError(inspect(cwd), ({ message }) => reject('ENOWORKTREE', `worktree: ${message}`)),
  )

const WORKTREE = /\/\.claude\/worktrees\/[^/]+/

const stopped = (places: readonly PanePlace[], runs: readonly string[]) =>
  Effect.flatMap(Panes, ({ stop }) => stop(places, runs)).pipe(
    Effect.mapError((error) =>
      error._tag === 'StillRunning'
        ? reject('ERUNTIMEOUT', error.message, { fields: { pids: error.pids, ports: error.ports } })
        : refusalOf(error),
    ),
  )

export type RunCommands = ReturnType<typeof runCommands>
