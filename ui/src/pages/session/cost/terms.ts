import type { CostResult } from '../../../api/types.js'

type Line = CostResult['breakdown'][number]

/** Words that say that nothing is special: they would stand on every line. */
const USUAL = new Set(['', 'standard', 'default', 'global', 'not_available', 'normal'])

/** The terms a line was billed at, where they are not the usual ones: `fast`, `us`, `batch`. */
export const termsOf = ({
  speed,
  inference_geo,
  service_tier,
}: Pick<Line, 'speed' | 'inference_geo' | 'service_tier'>) =>
  [speed, inference_geo, service_tier].filter((term) => !USUAL.has(term))

/** All tokens of a line, read and written, cached and not. */
export const tokensOf = (line: {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_tokens: number
  readonly cache_write_tokens: number
}): number => line.input_tokens + line.output_tokens + line.cache_read_tokens + line.cache_write_tokens
