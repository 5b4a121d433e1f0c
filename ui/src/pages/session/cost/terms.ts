import type { CostResult } from '../../../api/types.js'

type Line = CostResult['breakdown'][number]

/** The usual terms, which are left out because they would be in every row. */
const USUAL = new Set(['', 'standard', 'default', 'global', 'not_available', 'normal'])

/** Returns the terms of a row that are not the usual ones: `fast`, `us`, `batch`. */
export const termsOf = ({
  speed,
  inference_geo,
  service_tier,
}: Pick<Line, 'speed' | 'inference_geo' | 'service_tier'>) =>
  [speed, inference_geo, service_tier].filter((term) => !USUAL.has(term))
