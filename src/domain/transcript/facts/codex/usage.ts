import { type Counted, advance, count } from './counter.js'
import { repeatsResponse, repeatsTotals, type Told, type TotalsOf } from './replay.js'
import type { CodexState, CountPlace } from './state.js'
import { comparable, fits, growth, isNone, keyOf, type Totals, totalsIn, usageOf } from './totals.js'
import type { Fact } from '../facts.js'
import { type Fields, fields, idOf, isFields } from '../../json.js'
import { factOf, type Origin } from '../reducer.js'
import { applySettings } from './context.js'

export type { Told, TotalsOf }

/** Records and counts of one response follow each other. */
const OPEN_MAX = 50

/** Returns the id of the response that a token_usage_record describes; null for every other line. */
export function shownResponse(value: unknown): string | null {
  const line = fields(value)
  return line['type'] === 'token_usage_record' ? idOf(fields(line['payload'])['response_id']) : null
}

/** Returns the totals of a token_count line as a comparable text; null for every other line. */
export function shownTotals(value: unknown): string | null {
  const payload = fields(fields(value)['payload'])
  if (payload['type'] !== 'token_count') return null
  const totals = totalsIn(fields(payload['info'])['total_token_usage'])
  return totals && comparable(totals)
}

/** Returns the usage of a request, or of a sum of requests, of which nothing says that they had a long context. */
function usageFact(message: string, counted: Totals, place: CountPlace, part: 'response' | 'request' | 'sum'): Fact[] {
  const usage = usageOf(counted)
  if (usage.input + usage.output + usage.cacheRead + usage.cacheWrite === 0) return []
  const { origin, model, speed, tier } = place
  const context = part === 'sum' ? ({ context: 'short' } as const) : {}
  return [factOf('usage-recorded', origin, part, { message, model, usage, ...context, speed, tier, basis: 'request' })]
}

function remember<T>(list: T[], entry: T): void {
  list.push(entry)
  if (list.length > OPEN_MAX) list.shift()
}

/** Removes the first entry that `fits` and returns it. */
function take<T>(list: T[], fits: (entry: T) => boolean): T | undefined {
  const at = list.findIndex(fits)
  return at < 0 ? undefined : list.splice(at, 1)[0]
}

/**
 * Returns the usage of a token_usage_record. Its response id identifies the request in every file. If a count of that size
 * without a record came just before, the request was counted by it.
 */
export function recordFacts(state: CodexState, payload: Fields, origin: Origin, totalsOf: TotalsOf): Fact[] {
  const response = idOf(payload['response_id'])
  const used = totalsIn(payload['usage'])
  if (response === null || used === null || isNone(used) || state.responses.includes(response)) return []
  const thread = idOf(payload['thread_id'])
  const isForeign = thread !== null && state.thread !== null && thread !== state.thread
  const { replay } = state
  if (
    replay !== null &&
    (repeatsResponse(replay, response, origin.at, totalsOf) || (isForeign && thread === replay.parent))
  )
    return []
  remember(state.responses, response)
  if (take(state.unrecorded, (size) => size === keyOf(used)) !== undefined) return []
  const { speed, tier } = state
  remember(state.uncounted, { response, used, speed })
  const model = idOf(payload['model']) ?? state.context.model
  return usageFact(response, used, { origin, model, speed, tier }, 'response')
}

/** Returns the usage of a count, as far as no record covers it. */
function uncovered(state: CodexState, { place, totals, counted, isSum }: Counted<CountPlace>): Fact[] {
  if (isNone(counted)) return []
  const record = take(state.uncounted, ({ used }) => keyOf(used) === keyOf(counted))
  if (record !== undefined) {
    // The count names a tier that was not known when the record was written.
    const isNews = record.speed !== place.speed
    return isNews ? usageFact(record.response, record.used, place, 'response') : []
  }
  let rest = counted
  if (isSum) {
    for (;;) {
      const part = take(state.uncounted, ({ used }) => fits(used, rest))
      if (part === undefined) break
      rest = growth(part.used, rest)
    }
  } else remember(state.unrecorded, keyOf(counted))
  const message = `${place.origin.at} ${place.model ?? ''} ${comparable(totals)} ${comparable(rest)}`
  return usageFact(message, rest, place, isSum ? 'sum' : 'request')
}

/**
 * Returns the usage of a token_count event. Its totals are cumulative, and `last` is the request that they grew by. Only what no
 * token_usage_record covers is counted.
 */
export function usageFacts(state: CodexState, payload: Fields, origin: Origin, totalsOf: TotalsOf): Fact[] {
  const info = payload['info']
  if (!isFields(info)) return []
  for (const named of [payload, info]) if (typeof named['service_tier'] === 'string') applySettings(state, named)
  const totals = totalsIn(info['total_token_usage'])
  const last = totalsIn(info['last_token_usage'])
  const { counter, replay, speed, tier } = state
  if (replay !== null && totals !== null) {
    const starts = last !== null && isNone(growth(last, totals)) && isNone(counter.base)
    if (repeatsTotals(replay, totals, starts, origin.at, totalsOf)) {
      advance(counter, totals)
      return []
    }
    // If nothing was replayed, the first totals include everything that the parent used.
    if (last !== null && isNone(counter.base)) counter.base = growth(last, totals)
  }
  const model = idOf(info['model']) ?? idOf(payload['model']) ?? state.context.model
  return count(counter, { origin, model, speed, tier }, totals, last).flatMap((counted) => uncovered(state, counted))
}
