import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { systemVisibility } from '../../domain/access/system-visibility.js'
import type { HookName } from '../../domain/stack/hooks.js'
import { databaseOf, isIsolated } from '../../domain/stack/profile.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import { stackOfLane } from '../../projections/queries/stacks.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import type { Serial } from '../kernel/serial.js'
import { untilStored } from '../kernel/stored.js'
import { StackFiles } from '../ports/stack-files.js'
import { laneStack } from './decider.js'
import type { HookRuns } from './hooks.js'
import type { StackCommands } from './stacks.js'

interface IsolationParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly serial: Serial
  readonly hooks: HookRuns
  readonly held: StackCommands['held']
}

const DATABASE: readonly HookName[] = ['db-drop', 'db-create', 'migrate', 'seed']

/** Returns what actions that discard a lane do with its stack and its data. They hold the lock of the lane. */
export const stackIsolation = ({ run, db, serial, hooks, held }: IsolationParts) => {
  /** Records a hook that failed: the action itself has succeeded. */
  const failed = (lane: number, message: string, author: Author) => {
    const error = { code: 'EHOOK', message } as const
    return untilStored(run(laneStack, { lane }, 'record', { job: '', services: [], error }, author))
  }
  const forgetFiles = (lane: number) =>
    Effect.flatMap(StackFiles, (files) => Effect.map(files.forget(lane), () => hooks.forget(lane)))

  return {
    /** Ends the jobs and services of a lane, which keeps its slot. Returns whether there were services. */
    stop: (lane: number, author: Author) =>
      Effect.gen(function* () {
        const ended = yield* held.quiet(lane)
        yield* untilStored(run(laneStack, { lane }, 'stop', {}, author))
        return ended.length > 0
      }),

    /** Returns the name of the database that a reset or a removal would drop; null without one. */
    database: ({ id, kind, cwd, source_repo }: LaneShape) =>
      Effect.gen(function* () {
        const slot = stackOfLane(db, systemVisibility, id)?.slot
        if (kind === 'adopted' || slot === undefined) return null
        const { profile } = yield* held.profileOf(cwd, source_repo)
        return profile === null ? null : (databaseOf(profile, slot)?.name ?? null)
      }),

    /** Makes the data of a lane like that of a new one, as far as its profile declares it. */
    refresh: (id: number, keepDb: boolean, author: Author) =>
      Effect.gen(function* () {
        const place = yield* held.placeOf(id, '', author)
        if (place === null || !isIsolated(place.profile)) return
        const { lane, profile } = place
        const files = yield* StackFiles
        yield* files.prepare(id, [])
        if (profile.envFile !== null) yield* files.writeEnv(lane.cwd, profile.envFile, hooks.variables(place, files))
        const bootstrap = yield* held.runHooks(place, ['bootstrap'])
        if (bootstrap !== null) return yield* failed(id, 'the hook bootstrap failed', author)
        const [outside] = yield* files.clear(lane.cwd, profile.laneDirs)
        if (outside !== undefined) return yield* failed(id, `${outside} is not a directory in the lane`, author)
        const refused = keepDb || profile.dbPrefix === null ? null : yield* held.runHooks(place, DATABASE)
        return refused === null ? undefined : yield* failed(id, `the hook ${refused} failed`, author)
      }).pipe(Effect.asVoid, Effect.ignore),

    /** Drops the databases of a managed lane. A hook that fails does not stop the removal. */
    dropDatabases: (id: number, author: Author) =>
      Effect.gen(function* () {
        const place = yield* held.placeOf(id, '', author)
        if (place === null || place.lane.kind === 'adopted' || place.profile.dbPrefix === null) return
        yield* (yield* StackFiles).prepare(id, [])
        yield* held.runHooks(place, ['db-drop'])
      }).pipe(Effect.ignore),

    forgetFiles,

    /** Deletes the record of a lane, then ends its jobs and services. */
    forget: <E>({ id }: LaneShape, forget: Effect.Effect<unknown, E>) =>
      serial.hold(
        { kind: 'lane', name: String(id) },
        Effect.gen(function* () {
          const services = stackOfLane(db, systemVisibility, id)?.services
          yield* forget
          yield* held.end(id, services ?? [])
          return yield* forgetFiles(id)
        }).pipe(Effect.uninterruptible),
      ),
  }
}

export type StackIsolation = ReturnType<typeof stackIsolation>
