import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { budgetsQuery, quotaQuery, statsQuery } from '../../api/queries.js'
import type { Budget, Quota, Stats } from '../../api/types.js'
import { BudgetBar } from '../../budget/budget-bar.js'
import { dailyBudget } from '../../budget/daily-budget.js'
import { count, exactCount, hundredths, instant, usd } from '../../format/format.js'
import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import { UnpricedSign, unpricedNames } from '../../kit/unpriced-sign.js'
import styles from './gauges.module.css'

type Window = NonNullable<Quota['accounts'][number]['five_hour']>

/** The limits of the plan, the cost of today and the burn rate: at most four figures in one line. */
export const Gauges = memo(function Gauges() {
  const { data: stats } = useQuery(statsQuery)
  const { data: quota } = useQuery(quotaQuery)
  const { data: budgets } = useQuery(budgetsQuery)
  const budget = dailyBudget(budgets)
  const [account] = quota?.accounts ?? []
  return (
    <dl className={styles['gauges']}>
      {account?.five_hour != null && <Limit of="five" window={account.five_hour} />}
      {account?.seven_day != null && <Limit of="seven" window={account.seven_day} />}
      {stats !== undefined && <Today stats={stats} budget={budget} />}
      {quota !== undefined && quota.burn.tokens > 0 && <Rate burn={quota.burn} />}
    </dl>
  )
})

/** The cost of today and its share of the daily budget. */
function Today({ stats, budget }: { stats: Stats; budget: Budget | undefined }) {
  const t = useWords()
  const unpriced = <UnpricedSign names={unpricedNames(stats.unpriced_today)} />
  return (
    <div data-gauge="today">
      <dt>{t('now:gauge.today')}</dt>
      <dd className="num">
        {budget === undefined ? (
          <>
            {usd(stats.cost_today)}
            {unpriced}
          </>
        ) : (
          <Link to="/alerts" search={{ edit: budget.id }} className={styles['budget']} title={budgetTitle(budget)}>
            <span>{usd(budget.spent_usd)}</span>
            {unpriced}
            <span className={styles['of']}>{t('now:gauge.of', { amount: usd(budget.amount_usd) })}</span>
            <span className={styles['meter']}>
              <BudgetBar {...budget} />
            </span>
          </Link>
        )}
      </dd>
    </div>
  )
}

/** `Daily budget: $41.20 of $60.00, forecast for today $52.10`. */
function budgetTitle({ name, spent_usd, amount_usd, forecast_usd }: Budget): string {
  const [spent, amount] = [usd(spent_usd), usd(amount_usd)]
  return forecast_usd === null
    ? t('now:gauge.spent', { name, spent, amount })
    : t('now:gauge.forecast', { name, spent, amount, forecast: usd(forecast_usd) })
}

function Rate({ burn }: { burn: Quota['burn'] }) {
  const t = useWords()
  return (
    <div data-gauge="rate">
      <dt>{t('now:gauge.hour')}</dt>
      <dd
        className="num"
        title={t('now:gauge.hourTitle', {
          rate: count(burn.tokens_per_minute),
          tokens: exactCount(burn.tokens),
          since: instant(burn.since),
        })}
      >
        {t('now:rate.hour', { amount: usd(burn.usd_per_hour) })}
        <UnpricedSign names={unpricedNames(burn.unpriced)} />
      </dd>
    </div>
  )
}

const FULL = 100

function Limit({ of, window: { used_percentage, resets_at } }: { of: 'five' | 'seven'; window: Window }) {
  const t = useWords()
  const share = hundredths(used_percentage)
  return (
    <div data-gauge={of}>
      <dt>{t(`now:gauge.${of}.name`)}</dt>
      <dd
        className="num"
        title={
          resets_at === null
            ? t(`now:gauge.${of}.limit`, { share })
            : t(`now:gauge.${of}.again`, { share, at: instant(resets_at) })
        }
      >
        {hundredths(Math.floor(used_percentage))}
        <span className={styles['bar']} aria-hidden>
          <i style={{ width: `${Math.min(FULL, used_percentage)}%` }} />
        </span>
      </dd>
    </div>
  )
}
