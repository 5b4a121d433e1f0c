import { type CodexState, NO_TOTALS, type Replay, type Totals } from './state.js'
import type { Fact, Usage } from '../facts.js'
import { countOf, type Fields, fields, idOf, isFields } from '../../json.js'
import { factOf, type Origin } from '../reducer.js'

/** Returns the cumulative totals in a session's rollout as comparable texts; null if the rollout cannot be read. */
export type TotalsOf = (session: string) => ReadonlySet<string> | null

function totalsIn(value: unknown): Totals | null {
  if (!isFields(value)) return null
  const input = countOf(value['input_tokens'])
  const output = countOf(value['output_tokens'])
  const total = value['total_tokens']
  return {
    input,
    cached: countOf(value['cached_input_tokens']),
    written: countOf(value['cache_write_input_tokens']),
    output,
    total: typeof total === 'number' ? countOf(total) : input + output,
  }
}

const combine = (a: Totals, b: Totals, by: (x: number, y: number) => number): Totals => ({
  input: by(a.input, b.input),
  cached: by(a.cached, b.cached),
  written: by(a.written, b.written),
  output: by(a.output, b.output),
  total: by(a.total, b.total),
})

const growth = (from: Totals, to: Totals): Totals => combine(to, from, (x, y) => Math.max(0, x - y))
const sum = (a: Totals, b: Totals): Totals => combine(a, b, (x, y) => x + y)

const comparable = (totals: Totals): string =>
  `${totals.input} ${totals.cached} ${totals.written} ${totals.output} ${totals.total}`

/** Converts totals to usage. Input includes cache reads and writes, so the rest is billed as fresh; output includes reasoning. */
function usageOf({ input, cached, written, output }: Totals): Usage {
  const cacheRead = Math.min(cached, input)
  const cacheWrite = Math.min(written, input - cacheRead)
  const fresh = input - cacheRead - cacheWrite
  return { input: fresh, output, cacheRead, cacheWrite, cacheWrite1h: 0, webSearch: 0, webFetch: 0, codeExecution: 0 }
}

/** Returns the totals of a token_count line as a comparable text; null for every other line. */
export function shownTotals(value: unknown): string | null {
  const payload = fields(fields(value)['payload'])
  if (payload['type'] !== 'token_count') return null
  const totals = totalsIn(fields(payload['info'])['total_token_usage'])
  return totals && comparable(totals)
}

function isReplayed(replay: Replay, totals: Totals, at: number, totalsOf: TotalsOf): boolean {
  const parents = totalsOf(replay.parent)
  if (parents !== null) return parents.has(comparable(totals))
  // The replay is written at once, so its lines share the second of the fork.
  const second = Math.floor(at / 1000)
  replay.second ??= second
  return replay.second === second
}

/** Returns the growth since the last count. Counts that shrank start a new base, and the event's own share is counted. */
function delta(base: Totals, totals: Totals | null, last: Totals | null): { counted: Totals; base: Totals } | null {
  if (totals === null) return last === null ? null : { counted: last, base: sum(base, last) }
  if (comparable(totals) === comparable(base)) return null
  const shrank = totals.input < base.input || totals.output < base.output || totals.total < base.total
  return { counted: shrank ? (last ?? totals) : growth(base, totals), base: totals }
}

/**
 * Returns the usage of a token_count event. Its totals are cumulative, so only their growth counts, and a repeated total adds
 * nothing.
 */
export function usageFacts(state: CodexState, payload: Fields, origin: Origin, totalsOf: TotalsOf): Fact[] {
  const info = payload['info']
  if (!isFields(info)) return []
  const totals = totalsIn(info['total_token_usage'])
  if (state.replay !== null && !state.replay.over && totals !== null) {
    if (isReplayed(state.replay, totals, origin.at, totalsOf)) {
      state.totals = totals
      return []
    }
    state.replay.over = true
  }
  const last = totalsIn(info['last_token_usage'])
  const grown = delta(state.totals, totals, last)
  if (grown === null) return []
  // If nothing was replayed, the first totals of a fork include everything that its parent used.
  const inherits = state.replay !== null && last !== null && comparable(state.totals) === comparable(NO_TOTALS)
  const counted = inherits ? last : grown.counted
  state.totals = grown.base
  const usage = usageOf(counted)
  if (usage.input + usage.output + usage.cacheRead + usage.cacheWrite === 0) return []
  const model = idOf(info['model']) ?? idOf(payload['model']) ?? state.context.model
  const message = `${origin.at} ${model ?? ''} ${comparable(totals ?? NO_TOTALS)} ${comparable(counted)}`
  return [factOf('usage-recorded', origin, 0, { message, model, usage, speed: state.speed, tier: state.tier })]
}
