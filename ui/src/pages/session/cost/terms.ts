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
