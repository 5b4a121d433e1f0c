import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { calendarDay, usd } from '../../../format/format.js'
import { Trans } from '../../../i18n/trans.js'
import { useWords } from '../../../i18n/use-words.js'
import type { Budget } from '../answers.js'
import { budgetsQuery } from '../queries.js'
import { monthlyBudget } from './budget.js'
import styles from './budget-card.module.css'

/** What is spent of this month's budget, and where that leads. It does not follow the period: a budget has its own. */
export function BudgetCard({ projects }: { projects: readonly string[] }) {
  const t = useWords()
  const { data } = useQuery(budgetsQuery)
  if (data === undefined) return null
  const budget = monthlyBudget(data.budgets, projects)
  if (budget === undefined) {
    return (
      <p className={styles['card']}>
        <Link to="/alerts" className={styles['link']}>
          {t('insights:budget.set')}
        </Link>
      </p>
    )
  }
  return <Spent budget={budget} />
}

function Spent({ budget }: { budget: Budget }) {
  const t = useWords()
  const { name, amount_usd: amount, spent_usd: spent, forecast_usd: forecast, period_end: end } = budget
  const width = (value: number): string => `${amount > 0 ? Math.min(100, (value / amount) * 100) : 100}%`
  const rest = forecast === null ? 0 : amount - forecast
  return (
    <section className={styles['card']} aria-label={name}>
      <div className={styles['line']}>
        <b>{name}</b>
        <span>
          <Trans
            i18nKey="insights:budget.spent"
            values={{ spent: usd(spent), amount: usd(amount) }}
            components={{ b: <b /> }}
          />
        </span>
      </div>
      <div className={styles['bar']} data-over={spent > amount} aria-hidden>
        {forecast !== null && <i className={styles['forecast']} style={{ width: width(forecast) }} />}
        <i className={styles['spent']} style={{ width: width(spent) }} />
      </div>
      <div className={`${styles['line']} ${styles['small']}`}>
        {forecast !== null && (
          <span>
            <Trans
              i18nKey={rest >= 0 ? 'insights:budget.under' : 'insights:budget.over'}
              values={{ date: calendarDay(end), forecast: usd(forecast), rest: usd(Math.abs(rest)) }}
              components={{ b: <b /> }}
            />
          </span>
        )}
        <Link to="/alerts" className={styles['link']}>
          {t('insights:budget.edit')}
        </Link>
      </div>
    </section>
  )
}
