import * as Effect from 'effect/Effect'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { ServiceProcess, StackError } from '../../domain/stack/stack.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import { stackOfLane } from '../../projections/queries/stacks.js'
import { onceStored } from '../kernel/stored.js'
import { StackFiles } from '../ports/stack-files.js'
import { type HookExit, StackProcesses } from '../ports/stack-processes.js'
import { laneStack } from './decider.js'
import type { HookPlace } from './hooks.js'
import type { Runtime } from './runtime.js'
import type { StackParts } from './stacks.js'

interface BootParts extends Pick<StackParts, 'run' | 'db' | 'feed' | 'hooks'> {
  readonly runtime: (lane: LaneShape) => Effect.Effect<Runtime, never, StackFiles | StackProcesses>
}

const NO_BUILD = '--no-build'

/** The error of a stack that was not up when its job was interrupted. */
export const INTERRUPTED = { code: 'EINTERRUPTED', message: 'it was interrupted before the stack was up' } as const

/** Says how a hook failed. */
const failureOf = (hook: string, { end, code, signal }: HookExit): string => {
  if (end === 'timeout') return `the hook ${hook} took too long and was ended`
  return code === null
    ? `the signal ${signal ?? ''} ended the hook ${hook}`
    : `the hook ${hook} failed with code ${code}`
}

/** How long a service may have two processes. After a restart the earlier one ends; if its port is in use, the later one does. */
const CHANGE_OVER = { times: 30, delay: '100 millis' } as const

/** Returns services with others in the place of those that have the same names. */
const replaced = (services: readonly ServiceProcess[], by: readonly ServiceProcess[]): readonly ServiceProcess[] => {
  const names = new Set(by.map(({ name }) => name))
  return [...by, ...services.filter(({ name }) => !names.has(name))]
}

/**
 * Returns the services after `boot`. A service that ran before and still does keeps its process, and what `boot` started beside it
 * is ended: nothing else would ever end it.
 */
const withoutDoubles = (lane: number, before: readonly ServiceProcess[], started: readonly ServiceProcess[]) =>
  Effect.gen(function* () {
    const [files, processes] = [yield* StackFiles, yield* StackProcesses]
    const beside = (one: ServiceProcess) => (other: ServiceProcess) => other.name === one.name && other.pid !== one.pid
    const earlier = before.filter((one) => started.some(beside(one)))
    const later = started.filter((one) => earlier.some(beside(one)))
    if (earlier.length === 0) return replaced(before, started)
    const both = Effect.all({ earlier: processes.alive(earlier), later: processes.alive(later) })
    const now = yield* Effect.repeat(Effect.delay(both, CHANGE_OVER.delay), {
      times: CHANGE_OVER.times,
      until: (alive) => !alive.earlier.some((one) => alive.later.some(beside(one))),
    })
    const doubled = now.later.filter((one) => now.earlier.some(beside(one)))
    if (doubled.length > 0) yield* Effect.ignore(processes.end(doubled, null))
    yield* files.writePids(lane, now.earlier)
    return replaced(
      before,
      started.filter((one) => !now.earlier.some(beside(one))),
    )
  })

/** Runs `boot` and `health`, and records the processes of the services and what went wrong. */
export const bootUp = ({ run, db, feed, hooks, runtime }: BootParts, place: HookPlace, build: boolean) => {
  const { job, lane, stack, profile, author } = place
  const record = (services: readonly ServiceProcess[], error: StackError | null) =>
    onceStored(run(laneStack, { lane: lane.id }, 'record', { job, services, error }, author))

  const booted = Effect.gen(function* () {
    const [files, processes] = [yield* StackFiles, yield* StackProcesses]
    const before = yield* processes.alive(stack.services)
    yield* files.prepare(
      lane.id,
      before.map(({ name }) => name),
    )
    // The service never changes the directory of an adopted lane.
    if (profile.envFile !== null && lane.kind === 'managed')
      yield* files.writeEnv(lane.cwd, profile.envFile, hooks.variables(place, files))
    const boot = yield* hooks.run(place, 'boot', build ? [] : [NO_BUILD])
    const started = yield* processes.startedSince(yield* files.pids(lane.id), boot.mark, files.runDir(lane.id))
    const services = yield* withoutDoubles(lane.id, before, started)
    // Recorded before `health`, which may take long: a service that is killed meanwhile finds them again.
    yield* record(services, boot.code === 0 ? null : { code: 'EBOOT', message: failureOf('boot', boot) })
    return { services, boot }
  })

  const checked = (services: readonly ServiceProcess[]) =>
    Effect.gen(function* () {
      const processes = yield* StackProcesses
      const health = place.found.hooks.has('health') ? yield* hooks.run(place, 'health', []) : null
      const alive = yield* processes.alive(services)
      const missing = profile.services.find((name) => !alive.some((one) => one.name === name))
      if (health !== null && health.code !== 0)
        return { alive, error: { code: 'EUNHEALTHY', message: failureOf('health', health) } as const }
      if (missing !== undefined) {
        const message = `${missing} does not run: boot must start it and write its id to $LANE_RUN_DIR/${missing}.pid`
        return { alive, error: { code: 'EUNHEALTHY', message } as const }
      }
      return { alive, error: null }
    })

  return Effect.gen(function* () {
    const processes = yield* StackProcesses
    const { services, boot } = yield* booted
    if (boot.code !== 0) {
      const error = { code: 'EBOOT', message: failureOf('boot', boot) } as const
      yield* record(yield* processes.alive(services), error)
      return feed.up({ lane_id: lane.id, job, error })
    }
    const { alive, error } = yield* checked(services)
    yield* record(alive, error)
    return feed.up({ lane_id: lane.id, job, runtime: yield* runtime(lane) })
  }).pipe(
    Effect.onInterrupt(() =>
      Effect.gen(function* () {
        // Those that `boot` started are recorded if it had succeeded, and ended if it was interrupted.
        const known = stackOfLane(db, systemVisibility, lane.id)?.services ?? []
        const services = yield* (yield* StackProcesses).alive(known)
        yield* Effect.ignore(record(services, INTERRUPTED))
      }),
    ),
  )
}
