import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import type { LaneKind } from '../../domain/lane/lane.js'
import type { HookName } from '../../domain/stack/hooks.js'
import { expectedPort } from '../../domain/stack/ports.js'
import { databaseOf, type Profile, readProfile, redisIndexOf } from '../../domain/stack/profile.js'
import type { StackErrorCode } from '../../domain/stack/stack.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import type { StackShape } from '../../projections/queries/stacks.js'
import { type FoundProfile, StackFiles } from '../ports/stack-files.js'
import { StackProcesses } from '../ports/stack-processes.js'

interface RuntimeService {
  readonly name: string
  /** Null if no process of it is known. */
  readonly pid: number | null
  readonly alive: boolean
}

interface RuntimePort {
  readonly port: number
  readonly expected: number
  readonly listening: boolean
}

/** The stack of a lane, as files and processes are now. Names and numbers only. */
export type Runtime =
  | { readonly available: false; readonly searched: readonly string[] }
  | {
      readonly available: true
      readonly provisioned: boolean
      readonly slot: number | null
      readonly kind: LaneKind
      readonly hooks: readonly HookName[]
      readonly profileDir: string
      readonly services: readonly RuntimeService[]
      readonly ports: Readonly<Record<string, RuntimePort>>
      readonly database: { readonly name: string; readonly testName: string } | null
      readonly redisIndex: number | null
      readonly steppedAside: boolean
      readonly up: boolean
      readonly healthy: boolean
      readonly logs: readonly string[]
      readonly logDir: string | null
      readonly lastError: StackErrorCode | null
      readonly lastErrorMessage: string | null
      readonly jobs: readonly string[]
    }

/** The profile of a repository that has hooks and no `profile.json`. */
const EMPTY = Either.getOrThrow(readProfile('{}'))

/** Returns the profile, or what is wrong with it. */
export const profileOf = ({ profile }: FoundProfile): Either.Either<Profile, string> => profile ?? Either.right(EMPTY)

/** Returns the runtime of a lane. No git process is started. */
export const runtimeOf = (
  { id, kind, cwd, source_repo }: Pick<LaneShape, 'id' | 'kind' | 'cwd' | 'source_repo'>,
  stack: StackShape | undefined,
  jobs: readonly string[],
): Effect.Effect<Runtime, never, StackFiles | StackProcesses> =>
  Effect.gen(function* () {
    const [files, processes] = [yield* StackFiles, yield* StackProcesses]
    const { searched, found } = yield* files.profile(cwd, source_repo)
    if (found === null) return { available: false, searched }
    const read = profileOf(found)
    const profile = Either.getOrElse(read, () => EMPTY)
    const broken = Either.isLeft(read) ? { code: 'EBADPROFILE' as const, message: read.left } : null
    const about = { available: true, kind, hooks: [...found.hooks.keys()], profileDir: found.dir, jobs } as const
    if (stack === undefined)
      return {
        ...about,
        provisioned: false,
        slot: null,
        services: [],
        ports: {},
        database: null,
        redisIndex: null,
        steppedAside: false,
        up: false,
        healthy: false,
        logs: [],
        logDir: null,
        lastError: broken?.code ?? null,
        lastErrorMessage: broken?.message ?? null,
      }
    const { slot } = stack
    const listening = yield* processes.listening
    const alive = new Set((yield* processes.alive(stack.services)).map(({ name }) => name))
    const known = new Map(stack.services.map(({ name, pid }) => [name, pid]))
    const services = [...new Set([...profile.services, ...known.keys()])].map((name) => ({
      name,
      pid: known.get(name) ?? null,
      alive: alive.has(name),
    }))
    const ports = Object.fromEntries(
      Object.entries(stack.ports).map(([name, port]) => {
        const base = profile.ports[name]
        const expected = base === undefined ? port : expectedPort(base, slot)
        return [name, { port, expected, listening: listening.has(port) }]
      }),
    )
    const error = broken ?? stack.error
    const up = stack.booted && services.every((service) => service.alive)
    return {
      ...about,
      provisioned: true,
      slot,
      services,
      ports,
      database: databaseOf(profile, slot),
      redisIndex: redisIndexOf(profile, slot),
      steppedAside: Object.values(ports).some(({ port, expected }) => port !== expected),
      up,
      healthy: up && error === null,
      logs: yield* files.logs(id),
      logDir: files.logDir(id),
      lastError: error?.code ?? null,
      lastErrorMessage: error?.message ?? null,
    }
  })
