import type { Budget } from '../api/types.js'
import { percent } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import styles from './budget-card.module.css'

type Spent = Pick<Budget, 'spent_usd' | 'amount_usd' | 'forecast_usd'>

const share = (part: number, whole: number): string => `${Math.min(100, (part / whole) * 100).toFixed(1)}%`

/** What is spent of an amount as a bar: full, then hatched up to the forecast; the line at the end is the amount. */
export function BudgetBar({ spent_usd: spent, amount_usd: amount, forecast_usd: forecast }: Spent) {
  const t = useWords()
  const end = Math.max(amount, spent, forecast ?? 0)
  return (
    <div
      className={styles['bar']}
      role="meter"
      aria-label={t('budget.used')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(Math.min(100, (spent / amount) * 100))}
      aria-valuetext={percent(spent, amount)}
      data-over={spent > amount}
    >
      {forecast !== null && <i className={styles['forecast']} style={{ width: share(forecast, end) }} />}
      <i className={styles['spent']} style={{ width: share(spent, end) }} />
      <u style={{ left: share(amount, end) }} />
    </div>
  )
}
