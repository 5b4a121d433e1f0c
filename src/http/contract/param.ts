import { civilDay, zoneNamed } from '../../domain/reports/zone.js'

/**
 * A query parameter. Parsing is lenient: a number out of range is clamped, an invalid date is ignored, an unknown enumeration
 * value means "no filter". So a parameter is a total function, not a schema that can fail.
 */

interface Param<T> {
  /** Parses the raw values of one parameter (a repeated parameter has several). Never throws. */
  readonly read: (raw: readonly string[]) => T
  /** The parameter's schema in OpenAPI 3.0.3. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly description: string
}

export type Query = Readonly<Record<string, Param<unknown>>>
export type QueryValue<Q extends Query> = { readonly [K in keyof Q]: Q[K] extends Param<infer T> ? T : never }

/** Returns an integer parameter clamped to `[min, max]`, with a default for absent or invalid values. */
export const clamped = (min: number, max: number, fallback: number, description: string): Param<number> => ({
  read: ([raw]) => {
    const value = raw === undefined || raw.trim() === '' ? Number.NaN : Number(raw)
    return Number.isNaN(value) ? fallback : Math.min(max, Math.max(min, Math.trunc(value)))
  },
  schema: { type: 'integer', minimum: min, maximum: max, default: fallback },
  description,
})

/** Returns a text parameter. An empty text counts as absent. */
export const text = (description: string): Param<string | undefined> => ({
  read: ([raw]) => (raw ? raw : undefined),
  schema: { type: 'string' },
  description,
})

const ROW_ID = /^\d{1,15}$/

/** Returns a parameter that is the numeric id of a row. Any other text means no filter. */
export const rowId = (description: string): Param<number | undefined> => ({
  read: ([raw]) => (raw !== undefined && ROW_ID.test(raw) ? Number(raw) : undefined),
  schema: { type: 'integer', minimum: 1 },
  description,
})

/** Returns a parameter with one of the listed values. Any other value means no filter. */
export const oneOf = <const W extends string>(words: readonly W[], description: string): Param<W | undefined> => ({
  read: ([raw]) => words.find((word) => word === raw),
  schema: { type: 'string', enum: [...words] },
  description,
})

// SQLite limits an expression to 1,000 terms; no real list comes near that.
const MAX_LIST = 500

/** Returns a comma-separated list parameter. Repeated parameters are joined; an empty list means no filter. */
export const list = (description: string): Param<readonly string[]> => ({
  read: (raw) =>
    raw
      .flatMap((value) => value.split(','))
      .map((value) => value.trim())
      .filter((value) => value !== '')
      .slice(0, MAX_LIST),
  schema: { type: 'string' },
  description: `${description} (comma-separated)`,
})

/** Returns a parameter that is repeated for each of several listed values. Other values are ignored. */
export const someOf = <const W extends string>(words: readonly W[], description: string): Param<readonly W[]> => ({
  read: (raw) => words.filter((word) => raw.includes(word)),
  schema: { type: 'array', items: { type: 'string', enum: [...words] } },
  description: `${description} (repeated)`,
})

/** Returns a parameter that is repeated for each value. Values may be any text, including commas. */
export const repeated = (description: string, most = MAX_LIST): Param<readonly string[]> => ({
  read: (raw) => raw.filter((value) => value !== '').slice(0, most),
  schema: { type: 'array', items: { type: 'string' } },
  description: `${description} (repeated)`,
})

/** Returns a flag parameter: `1` or `true` means true, anything else false. */
export const flag = (description: string): Param<boolean> => ({
  read: ([raw]) => raw === '1' || raw === 'true',
  schema: { type: 'string', enum: ['1', 'true'] },
  description,
})

/** Returns a boolean parameter: `true` or `false`, `1` or `0`. Any other value means no filter. */
export const bool = (description: string): Param<boolean | undefined> => ({
  read: ([raw]) => (raw === '1' || raw === 'true' ? true : raw === '0' || raw === 'false' ? false : undefined),
  schema: { type: 'boolean' },
  description,
})

const CIVIL_DATE = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

/**
 * Returns a date or date-time parameter in milliseconds since the epoch; invalid values are ignored. A date without a time
 * means the start of that day, or its end when `edge` is `end`, so `to` includes the whole day.
 */
export const instant = (edge: 'start' | 'end', description: string): Param<number | undefined> => ({
  read: ([raw]) => {
    if (!raw) return undefined
    const value = Date.parse(raw)
    if (Number.isNaN(value)) return undefined
    return edge === 'end' && CIVIL_DATE.test(raw) ? value + DAY_MS - 1 : value
  },
  schema: { type: 'string' },
  description,
})

/** Returns a date parameter in days since 1970-01-01; invalid values are ignored. */
export const day = (description: string): Param<number | null> => ({
  read: ([raw]) => (raw === undefined ? null : (civilDay(raw) ?? null)),
  schema: { type: 'string', format: 'date' },
  description,
})

/** Returns a time zone parameter; an unknown name means UTC. */
export const zoneName = (description: string): Param<string> => ({
  read: ([raw]) => (raw !== undefined && zoneNamed(raw) !== undefined ? raw : 'UTC'),
  schema: { type: 'string', default: 'UTC' },
  description,
})

/** Returns the paging parameters of every list. */
export const page = (max: number, fallback: number) => ({
  limit: clamped(1, max, fallback, 'page size'),
  offset: clamped(0, Number.MAX_SAFE_INTEGER, 0, 'rows to skip'),
})

/** The filters of every list and aggregate. */
export const scope = {
  sources: list('data sources; `local` is the built-in one'),
  providers: list('`claude`, `codex`'),
}

export const timeZone = {
  tz_offset: clamped(
    -1440,
    1440,
    0,
    "the client's time zone in minutes, as returned by JavaScript's getTimezoneOffset",
  ),
}
