import { Link } from '@tanstack/react-router'
import type { CostResult } from '../../../api/types.js'
import { duration, modelName, plural, usd } from '../../../format/format.js'

/** Output counts are what the transcripts say, and they often say too little: nothing is estimated. */
export function LowerBound() {
  return (
    <p className="bound">
      Output is a lower bound, and so is what it costs: the tools often write the count before a reply has ended.
      Nothing is estimated.
    </p>
  )
}

/** Models that no rule prices: their cost is missing in every sum. */
export function Unpriced({ cost: { unpriced_models: models } }: { cost: CostResult }) {
  if (models.length === 0) return null
  return (
    <p className="warn">
      Without a price, and so not in the sum: {models.map(({ model }) => modelName(model)).join(', ')}.{' '}
      <Link to="/config/pricing">Add a rule</Link>
    </p>
  )
}

/** What is billed beside tokens, where there is any. */
export function Features({ cost: { feature_costs: costs } }: { cost: CostResult }) {
  const parts = [
    costs.web_search_cost > 0 && `web search ${usd(costs.web_search_cost)}`,
    costs.web_fetch_cost > 0 && `web fetch ${usd(costs.web_fetch_cost)}`,
    costs.code_execution_cost > 0 &&
      `code execution ${usd(costs.code_execution_cost)} (${duration(costs.code_execution_hours_estimated * 3_600_000)}, the first ${plural(costs.code_execution_free_hours, 'hour')} of a month are free)`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : <p className="bound">Beside tokens: {parts.join(', ')}.</p>
}
