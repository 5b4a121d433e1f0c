import { Link } from '@tanstack/react-router'
import type { Budget } from '../api/types.js'
import { calendarDay, usd } from '../format/format.js'
import { Trans } from '../i18n/trans.js'
import { useWords } from '../i18n/use-words.js'
import { BudgetBar } from './budget-bar.js'
import styles from './budget-card.module.css'

/** What is spent of a budget, with the forecast for the end of its period. */
export function BudgetCard({ budget }: { budget: Budget }) {
  const t = useWords()
  const { id, name, spent_usd, amount_usd, forecast_usd, period, period_end } = budget
  const left = forecast_usd === null ? 0 : amount_usd - forecast_usd
  return (
    <section className={styles['card']} aria-label={name} data-budget={id}>
      <header>
        <b>{name}</b>
        <span>
          <Trans
            i18nKey="budget.spent"
            values={{ spent: usd(spent_usd), amount: usd(amount_usd) }}
            components={{ b: <b /> }}
          />
        </span>
      </header>
      <BudgetBar {...budget} />
      <footer>
        {forecast_usd !== null && (
          <span>
            <Trans
              i18nKey={left < 0 ? 'budget.forecastOver' : 'budget.forecastUnder'}
              values={{
                day: period === 'day' ? t('budget.today') : calendarDay(period_end),
                forecast: usd(forecast_usd),
                difference: usd(Math.abs(left)),
              }}
              components={{ b: <b /> }}
            />
          </span>
        )}
        <Link to="/alerts" search={{ edit: id }} className={styles['edit']}>
          {t('budget.edit')}
        </Link>
      </footer>
    </section>
  )
}
