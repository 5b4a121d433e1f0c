import { countOf, isFields } from '../../json.js'
import type { Usage } from '../facts.js'

/** Counts of a rollout, of one request or cumulative. `input` includes `cached` and `written`, as in the rollout. */
export interface Totals {
  readonly input: number
  readonly cached: number
  readonly written: number
  readonly output: number
  readonly total: number
}

export const NO_TOTALS: Totals = { input: 0, cached: 0, written: 0, output: 0, total: 0 }

export function totalsIn(value: unknown): Totals | null {
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

/** Returns the growth from one total to another; a count that shrank gives 0. */
export const growth = (from: Totals, to: Totals): Totals => combine(to, from, (x, y) => Math.max(0, x - y))
export const sum = (a: Totals, b: Totals): Totals => combine(a, b, (x, y) => x + y)

/** Whether `a` is at most `b`. Input and output decide: not every release writes the other counts everywhere. */
export const fits = (a: Totals, b: Totals): boolean => a.input <= b.input && a.output <= b.output

/** Identifies a point of the counter, or a request by its size. */
export const keyOf = ({ input, output }: Totals): string => `${input} ${output}`

/** Identifies totals with all their counts. */
export const comparable = (totals: Totals): string =>
  `${totals.input} ${totals.cached} ${totals.written} ${totals.output} ${totals.total}`

export const isNone = ({ input, output }: Totals): boolean => input === 0 && output === 0

/** Converts totals to usage. Input includes cache reads and writes, so the rest is billed as fresh; output includes reasoning. */
export function usageOf({ input, cached, written, output }: Totals): Usage {
  const cacheRead = Math.min(cached, input)
  const cacheWrite = Math.min(written, input - cacheRead)
  const fresh = input - cacheRead - cacheWrite
  return { input: fresh, output, cacheRead, cacheWrite, cacheWrite1h: 0, webSearch: 0, webFetch: 0, codeExecution: 0 }
}
