import * as Either from 'effect/Either'
import { parseShallow } from '../json/depth.js'
import { Schema as S } from '../schema.js'
import { problemOf } from '../schema-problem.js'

/** The slots that stacks may use. Slot 0 is the stack that the user runs without lanes. */
export const FIRST_SLOT = 1
export const LAST_SLOT = 99
const LAST_PORT = 65_535

/** What a repository declares about the stack of a lane. */
export interface Profile {
  /** The base of each port, by its name. The port of a lane is its base plus the slot. */
  readonly ports: Readonly<Record<string, number>>
  readonly services: readonly string[]
  /** Null: lanes have no databases. */
  readonly dbPrefix: string | null
  readonly redisBase: number | null
  /** Relative to the directory of the lane. */
  readonly envFile: string | null
  /** Directories with data of a lane, relative to its directory. */
  readonly laneDirs: readonly string[]
  readonly slots: { readonly min: number; readonly max: number }
}

const MAX_ITEMS = 50
const MAX_PATH = 255
const MAX_REDIS_BASE = 10_000
const PORT_NAME = /^[A-Za-z]\w{0,31}$/
const SERVICE_NAME = /^(?!\.{1,2}$)[\w.-]{1,64}$/
const DATABASE_NAME = /^[A-Za-z]\w{0,47}$/
// No colon: it separates the directories in LANE_DIRS.
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const SEGMENT = /^(?!\.{1,2}$)[^/\\:\u0000-\u001f\u007f-\u009f]+$/

/** Whether a name can be that of a service, and of its log. */
export const isServiceName = (name: string): boolean => SERVICE_NAME.test(name)

// The data of git and the profile itself are never data of a lane.
const isInside = (path: string): boolean =>
  path.length <= MAX_PATH &&
  path.split('/').every((segment) => SEGMENT.test(segment) && !/^\.(?:git|svc)$/i.test(segment))

const isUnique = (values: readonly (string | number)[]): boolean => new Set(values).size === values.length

/** A value with a condition. What is wrong below it is reported first. */
const where = <A, I>(schema: S.Schema<A, I>, is: (value: A) => boolean, message: string) =>
  schema.pipe(S.filter((value) => is(value) || message))

const whole = (min: number, max: number) =>
  where(S.Number, (n) => Number.isInteger(n) && n >= min && n <= max, `must be a whole number from ${min} to ${max}`)
const listOf = (item: S.Schema<string>, what: string) =>
  where(S.Array(item), (all) => all.length <= MAX_ITEMS && isUnique(all), `must be a list of ${what}, each once`)

const Path = where(S.String, isInside, 'must be a relative path without "..", and not in .git or .svc')
const Service = where(S.String, isServiceName, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
const Ports = S.Record({ key: S.String, value: whole(1, LAST_PORT) }).pipe(
  S.filter((ports) => {
    const names = Object.keys(ports)
    const bad = names.find((name) => !PORT_NAME.test(name))
    if (bad !== undefined)
      return `${JSON.stringify(bad.slice(0, 40))} is not a name of 1 to 32 letters, digits or underscores`
    if (names.length > MAX_ITEMS) return `must have at most ${MAX_ITEMS} ports`
    if (!isUnique(names.map((name) => name.toUpperCase()))) return 'has a name twice'
    return isUnique(Object.values(ports)) || 'has the same port twice'
  }),
)
const Slots = where(
  S.Struct({ min: whole(FIRST_SLOT, LAST_SLOT), max: whole(FIRST_SLOT, LAST_SLOT) }),
  ({ min, max }) => min <= max,
  'min must not be greater than max',
)

const File = S.Struct({
  ports: S.optional(Ports),
  services: S.optional(listOf(Service, 'names')),
  dbPrefix: S.optional(
    where(S.String, (name) => DATABASE_NAME.test(name), 'must be 1 to 48 letters, digits or underscores'),
  ),
  redisBase: S.optional(whole(0, MAX_REDIS_BASE)),
  envFile: S.optional(Path),
  laneDirs: S.optional(listOf(Path, 'paths')),
  slots: S.optional(Slots),
})

const parsed = (text: string): Either.Either<unknown, string> =>
  Either.mapLeft(parseShallow(text.replace(/^\uFEFF/, '')), (problem) => `profile.json is ${problem}`)

/** Returns the profile in a file; if it is malformed, where and why. */
export const readProfile = (text: string): Either.Either<Profile, string> =>
  Either.gen(function* () {
    const value = yield* parsed(text)
    const file = yield* Either.mapLeft(S.decodeUnknownEither(File)(value), (error) => {
      const { path, message } = problemOf(error)
      return `${path || 'profile.json'}: ${message}`
    })
    const { ports = {}, slots = { min: FIRST_SLOT, max: LAST_SLOT } } = file
    const beyond = Object.entries(ports).find(([, base]) => base + slots.max > LAST_PORT)
    if (beyond !== undefined)
      return yield* Either.left(`ports.${beyond[0]}: must be at most ${LAST_PORT - slots.max}, because slots are added`)
    return {
      ports,
      services: file.services ?? [],
      dbPrefix: file.dbPrefix ?? null,
      redisBase: file.redisBase ?? null,
      envFile: file.envFile ?? null,
      laneDirs: file.laneDirs ?? [],
      slots,
    }
  })

/** Whether lanes have data of their own, which a reset clears. */
export const isIsolated = ({ dbPrefix, envFile, laneDirs, redisBase }: Profile): boolean =>
  dbPrefix !== null || envFile !== null || redisBase !== null || laneDirs.length > 0

/** Returns the names of the databases of a slot; null if the profile declares none. */
export const databaseOf = ({ dbPrefix }: Profile, slot: number) =>
  dbPrefix === null ? null : { name: `${dbPrefix}_${slot}`, testName: `${dbPrefix}_${slot}_test` }

/** Returns the index of the redis database of a slot; null if the profile declares none. */
export const redisIndexOf = ({ redisBase }: Profile, slot: number): number | null =>
  redisBase === null ? null : redisBase + slot
