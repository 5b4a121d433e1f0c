import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { CostResult } from '../../../api/types.js'
import { duration, usd } from '../../../format/format.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import { unpricedNames } from '../../../kit/unpriced-sign.js'
import styles from './cost.module.css'

/** Models without a pricing rule, which no sum includes. */
export function Unpriced({ models }: { models: readonly string[] }) {
  if (models.length === 0) return null
  return (
    <p className={styles['unpriced']}>
      <TriangleAlert size={14} aria-hidden />
      <Trans
        i18nKey="cost.unpriced"
        values={{ models: unpricedNames(models) }}
        components={{ rule: <Link to="/settings/pricing" /> }}
      />
    </p>
  )
}

/** Costs other than tokens, if there are any. */
export function Features({ cost: { feature_costs: costs } }: { cost: CostResult }) {
  const t = useWords()
  const parts = [
    costs.web_search_cost > 0 && t('cost.search', { cost: usd(costs.web_search_cost) }),
    costs.web_fetch_cost > 0 && t('cost.fetch', { cost: usd(costs.web_fetch_cost) }),
    costs.code_execution_cost > 0 &&
      t('cost.code', {
        cost: usd(costs.code_execution_cost),
        time: duration(costs.code_execution_hours_estimated * 3_600_000),
        count: costs.code_execution_free_hours,
      }),
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : <p className={styles['note']}>{t('cost.beside', { parts: parts.join(', ') })}</p>
}
