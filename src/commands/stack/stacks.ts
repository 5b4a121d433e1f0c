import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import { type Author, SYSTEM, userNumbered } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { reject } from '../../domain/rejection.js'
import { type HookName, HOOKS, isHookName } from '../../domain/stack/hooks.js'
import { isCandidate } from '../../domain/stack/ports.js'
import type { ServiceProcess, StackError } from '../../domain/stack/stack.js'
import { type LaneShape, laneById } from '../../projections/queries/lanes.js'
import { hooksOfLane, runningHooks, stackOfLane } from '../../projections/queries/stacks.js'
import type { Reader } from '../../projections/sql.js'
import { reporting } from '../kernel/reporting.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Serial } from '../kernel/serial.js'
import { untilStored } from '../kernel/stored.js'
import type { JobFeed } from '../ports/job-feed.js'
import type { Fork, Machine } from '../ports/machine.js'
import { type ProfilePlace, StackFiles } from '../ports/stack-files.js'
import { StackProcesses } from '../ports/stack-processes.js'
import { bootUp, INTERRUPTED } from './boot.js'
import { laneStack } from './decider.js'
import { type HookPlace, type HookRuns, runIdOf } from './hooks.js'
import type { StackJobs } from './jobs.js'
import { profileOf, runtimeOf } from './runtime.js'

export interface StackParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly serial: Serial
  readonly fork: Fork
  readonly feed: JobFeed
  readonly jobs: StackJobs
  readonly hooks: HookRuns
  readonly newId: () => string
  readonly onError: (error: unknown) => void
}

const MAX_ARGS = 64
const MAX_ARG = 4096

const noProfile = (place: ProfilePlace, message: string) =>
  Effect.fail(reject('ENOPROFILE', message, { fields: { searched: place.searched } }))

/** Returns the profile that a stack can be brought up with. */
const usable = (place: ProfilePlace) => {
  const { found, searched } = place
  if (found === null) return noProfile(place, `there is no profile in ${searched.join(' or ')}`)
  if (!found.hooks.has('boot')) return noProfile(place, `${found.dir} has no executable hook boot`)
  return Either.match(profileOf(found), {
    onLeft: (message) => Effect.fail(reject('EBADPROFILE', message)),
    onRight: (profile) => Effect.succeed({ found, profile }),
  })
}

const readArgs = (value: unknown) => {
  const isArg = (arg: unknown): arg is string => typeof arg === 'string' && arg.length <= MAX_ARG && !arg.includes('\0')
  if (value === undefined || value === null) return Effect.succeed([])
  return Array.isArray(value) && value.length <= MAX_ARGS && value.every(isArg)
    ? Effect.succeed(value)
    : Effect.fail(
        reject('EBADFIELD', `args: must be a list of at most ${MAX_ARGS} texts`, { fields: { field: 'args' } }),
      )
}

/** Jobs of a lane that wait or run. They run one after the other, so a script that repeats a request would fill the memory. */
const MAX_JOBS = 51
const TOO_MANY = reject('EBUSY', `${MAX_JOBS - 1} hooks of this lane wait; try again when some have run`)

const noHook = (name: string, hooks: readonly HookName[]) =>
  Effect.fail(reject('ENOHOOK', `there is no hook ${name.slice(0, 64)}`, { fields: { hooks } }))

/** Returns the commands for the stacks of lanes. */
export const stackCommands = (parts: StackParts) => {
  const { run, db, serial, fork, feed, jobs, hooks, newId, onError } = parts
  const inLane = <A, E, R>({ id }: LaneShape, work: Effect.Effect<A, E, R>) =>
    serial.hold({ kind: 'lane', name: String(id) }, Effect.uninterruptible(work))
  /** One job of a lane runs at a time. */
  const inTurn = <A, E, R>(id: number, work: Effect.Effect<A, E, R>) =>
    serial.hold({ kind: 'stack', name: String(id) }, work)
  const stackOf = (id: number) => stackOfLane(db, systemVisibility, id)

  const runtime = (lane: LaneShape) => Effect.suspend(() => runtimeOf(lane, stackOf(lane.id), jobs.of(lane.id)))

  interface Work {
    readonly isUp: boolean
    readonly run: (job: string) => Effect.Effect<unknown, unknown, Machine>
    /** Reports a job that was interrupted and has reported nothing. */
    readonly onInterrupt: (job: string) => void
  }

  /** Opens a job whose messages go to those who see the lane. Returns how it is closed. */
  const open = (job: string, lane: LaneShape): Effect.Effect<void> => {
    feed.open(job, userNumbered(lane.owner_id))
    return Effect.sync(() => {
      feed.close(job)
      hooks.close(job)
    })
  }

  /** Starts a job in the background, in turn. */
  const start = (lane: LaneShape, { isUp, onInterrupt, ...work }: Work) => {
    const job = newId()
    const close = open(job, lane)
    const whole = inTurn(lane.id, work.run(job)).pipe(
      Effect.onInterrupt(() => Effect.sync(() => onInterrupt(job))),
      Effect.ensuring(close),
    )
    fork(reporting(onError)(jobs.add(lane.id, job, isUp, whole)))
    return job
  }

  /** Returns what a hook needs once its turn comes. Null: the stack was brought down, or its profile was removed. */
  const placeOf = (id: number, job: string, author: Author) =>
    Effect.gen(function* () {
      const [lane, stack] = [laneById(db, systemVisibility, id), stackOf(id)]
      if (lane === undefined || stack === undefined) return null
      const { found, repository } = yield* (yield* StackFiles).profile(lane.cwd, lane.source_repo)
      const profile = found === null ? null : Either.getOrNull(profileOf(found))
      if (found === null || profile === null) return null
      return { job, lane, stack, repository, found, profile, author } satisfies HookPlace
    })

  /** Ends the jobs of a lane whose lock is held, and then services. Returns those that were alive. */
  const end = (id: number, services: () => readonly ServiceProcess[]) =>
    Effect.gen(function* () {
      const [files, processes] = [yield* StackFiles, yield* StackProcesses]
      yield* jobs.cancel(id)
      const alive = yield* processes.alive(services())
      yield* Effect.mapError(processes.end(alive, files.runDir(id)), ({ message }) => reject('ERUNTIMEOUT', message))
      return alive.map(({ pid }) => pid)
    })
  const quiet = (id: number) => end(id, () => stackOf(id)?.services ?? [])

  return {
    runtime,

    /** Brings the stack of a lane up in the background. Returns the job; that of a stack that is being brought up already. */
    up: (lane: LaneShape, build: boolean, author: Author) =>
      inLane(
        lane,
        Effect.gen(function* () {
          const running = jobs.upOf(lane.id)
          if (running !== undefined) return running
          const [files, processes] = [yield* StackFiles, yield* StackProcesses]
          const place = yield* files.profile(lane.cwd, lane.source_repo)
          const { profile } = yield* usable(place)
          const stack = stackOf(lane.id)
          const recorded = new Set(Object.values(stack?.ports ?? {}))
          const isWanted = (port: number): boolean =>
            recorded.has(port) || isCandidate(profile.ports, profile.slots, port)
          const wanted = [...(yield* processes.listening)].filter(isWanted)
          const busy = yield* processes.listeners(wanted, stack?.services ?? [], files.runDir(lane.id))
          const key = { lane: lane.id, repository: place.repository }
          const command = { repository: place.repository, profile, busy }
          yield* run(laneStack, key, 'up', command, author)
          const interrupted = (job: string): void => feed.up({ lane_id: lane.id, job, error: INTERRUPTED })
          return start(lane, {
            isUp: true,
            onInterrupt: interrupted,
            run: (job) =>
              Effect.flatMap(placeOf(lane.id, job, author), (now) =>
                now === null ? Effect.sync(() => interrupted(job)) : bootUp({ ...parts, runtime }, now, build),
              ),
          })
        }),
      ),

    /** Ends the jobs and the services of a lane and releases its slot. Returns the ids of the ended services. */
    down: (lane: LaneShape, author: Author) =>
      inLane(
        lane,
        Effect.gen(function* () {
          const killed = yield* quiet(lane.id)
          yield* (yield* StackFiles).prepare(lane.id, [])
          yield* untilStored(run(laneStack, { lane: lane.id }, 'down', {}, author))
          return { killed, runtime: yield* runtime(lane) }
        }),
      ),

    /** Runs a hook in the background. Returns the job. */
    hook: (lane: LaneShape, name: string, wanted: unknown, author: Author) =>
      inLane(
        lane,
        Effect.gen(function* () {
          if (!isHookName(name)) return yield* noHook(name, HOOKS)
          const args = yield* readArgs(wanted)
          yield* run(laneStack, { lane: lane.id }, 'request', {}, author)
          const { found } = yield* (yield* StackFiles).profile(lane.cwd, lane.source_repo)
          if (found?.hooks.has(name) !== true) return yield* noHook(name, [...(found?.hooks.keys() ?? [])])
          if (jobs.of(lane.id).length >= MAX_JOBS) return yield* Effect.fail(TOO_MANY)
          const unrun = (job: string): void =>
            feed.result({ lane_id: lane.id, job, hook: name, code: null, signal: null, durationMs: 0 })
          let isRunning = false
          return start(lane, {
            isUp: false,
            onInterrupt: (job) => (isRunning ? undefined : unrun(job)),
            run: (job) =>
              Effect.gen(function* () {
                const place = yield* placeOf(lane.id, job, author)
                if (place === null) return unrun(job)
                yield* (yield* StackFiles).prepare(lane.id, null)
                isRunning = true
                return yield* hooks.run(place, name, args)
              }),
          })
        }),
      ),

    /** Returns each hook that may run, with its last result and the end of its output. */
    hooks: (lane: LaneShape, visibility: Visibility) =>
      Effect.gen(function* () {
        const { found } = yield* (yield* StackFiles).profile(lane.cwd, lane.source_repo)
        const known = new Map(hooksOfLane(db, visibility, lane.id).map((row) => [row.hook, row]))
        return HOOKS.map((hook) => ({
          hook,
          available: found?.hooks.has(hook) ?? false,
          running: known.get(hook)?.running ?? null,
          result: known.get(hook)?.result ?? null,
          output: hooks.tailOf(lane.id, hook),
        }))
      }),

    /** Returns the end of a log of a lane; null if its stack is down. */
    log: (lane: LaneShape, service: string, tail: number) =>
      Effect.gen(function* () {
        if (stackOf(lane.id) === undefined) return null
        const log = yield* (yield* StackFiles).log(lane.id, service, tail)
        return log ?? (yield* Effect.fail(reject('ENOLOG', 'log not found')))
      }),

    /** What other commands do with the stack of a lane whose lock they hold. */
    held: {
      quiet,
      placeOf,
      end: (id: number, services: readonly ServiceProcess[]) => Effect.ignore(end(id, () => services)),
      /** Returns the profile of a lane; null if it is missing or malformed. */
      profileOf: (cwd: string, sourceRepo: string | null) =>
        Effect.gen(function* () {
          const { found } = yield* (yield* StackFiles).profile(cwd, sourceRepo)
          return { profile: found === null ? null : Either.getOrNull(profileOf(found)) }
        }),
      /** Runs hooks one after the other, those that the profile has, until one fails. Returns that one. */
      runHooks: (place: Omit<HookPlace, 'job'>, names: readonly HookName[]) =>
        Effect.suspend(() => {
          const job = newId()
          const close = open(job, place.lane)
          const all = Effect.gen(function* () {
            for (const name of names.filter((one) => place.found.hooks.has(one))) {
              const { code } = yield* hooks.run({ ...place, job }, name, [])
              if (code !== 0) return name
            }
            return null
          })
          return Effect.ensuring(all, close)
        }),
    },

    /** Ends what hooks left that an earlier service started, and records that they were interrupted. */
    recover: Effect.suspend(() =>
      Effect.forEach(
        runningHooks(db, systemVisibility),
        ({ lane, hook, job }) =>
          reporting(onError)(
            Effect.gen(function* () {
              const [files, processes] = [yield* StackFiles, yield* StackProcesses]
              yield* processes.endRun(runIdOf(job, hook), files.runDir(lane))
              const end = { job, hook, end: 'interrupted', code: null, signal: null, durationMs: 0 } as const
              yield* untilStored(run(laneStack, { lane }, 'end', end, SYSTEM))
              if (hook !== 'boot' && hook !== 'health') return
              const services = yield* processes.alive(stackOf(lane)?.services ?? [])
              const error: StackError = { code: 'EINTERRUPTED', message: `the service stopped during the hook ${hook}` }
              yield* untilStored(run(laneStack, { lane }, 'record', { job, services, error }, SYSTEM))
            }),
          ),
        { discard: true },
      ),
    ),
  }
}

export type StackCommands = ReturnType<typeof stackCommands>
