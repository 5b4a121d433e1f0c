import { Link } from '@tanstack/react-router'
import type { Budget } from '../api/types.js'
import { calendarDay, usd } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import styles from './budget-card.module.css'
import { BudgetBar } from './budget-bar.js'

/** What is spent of a budget, and what will be at the end of its period. */
export function BudgetCard({ budget }: { budget: Budget }) {
  const t = useWords()
  const { id, name, spent_usd, amount_usd, forecast_usd, period, period_end } = budget
  const left = forecast_usd === null ? 0 : amount_usd - forecast_usd
  return (
    <section className={styles['card']} aria-label={name} data-budget={id}>
      <header>
        <b>{name}</b>
        <span className="num">{t('budget.spent', { spent: usd(spent_usd), amount: usd(amount_usd) })}</span>
      </header>
      <BudgetBar {...budget} />
      <footer>
        <span className="num">
          {forecast_usd !== null &&
            t(left < 0 ? 'budget.forecastOver' : 'budget.forecastUnder', {
              day: period === 'day' ? t('budget.today') : calendarDay(period_end),
              forecast: usd(forecast_usd),
              difference: usd(Math.abs(left)),
            })}
        </span>
        <Link to="/alerts" search={{ edit: id }}>
          {t('budget.edit')}
        </Link>
      </footer>
    </section>
  )
}
