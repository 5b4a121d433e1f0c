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
import { toolOf } from '../../api/tools.js'
import styles from './gauges.module.css'

type Account = Quota['accounts'][number]
type Window = Account['windows'][number]

/** The limits of the plans, the cost of today and the burn rate, as many as there is room for in one line. */
export const Gauges = memo(function Gauges() {
  const { data: stats } = useQuery(statsQuery)
  const { data: quota } = useQuery(quotaQuery)
  const { data: budgets } = useQuery(budgetsQuery)
  const budget = dailyBudget(budgets)
  return (
    <dl className={styles['gauges']}>
      <Limits accounts={quota?.accounts ?? []} />
      {stats !== undefined && <Today stats={stats} budget={budget} />}
      {quota !== undefined && quota.burn.tokens > 0 && <Rate burn={quota.burn} />}
    </dl>
  )
})

/** Every window of one account; of several accounts the fullest window each, so that the other figures keep their room. */
function Limits({ accounts }: { accounts: readonly Account[] }) {
  const t = useWords()
  if (accounts.length === 1)
    return accounts[0]?.windows.map((window) => (
      <Limit key={window.minutes} name={windowName(window)} windows={[window]} />
    ))
  return accounts.map(({ limit, provider, windows }) => (
    <Limit
      key={`${provider} ${limit}`}
      name={t('now:gauge.limit', { name: toolOf(provider).name })}
      windows={windows}
    />
  ))
}

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

const FIVE_HOURS = 300
const WEEK = 10_080
const DAY = 1440
/** Codex has said 299 minutes for five hours. */
const isAbout = (minutes: number, length: number): boolean => Math.abs(minutes - length) <= length / 50

/** `5-hour limit`, `Weekly limit`, `30-day limit`. */
const windowName = ({ minutes }: Window): string => {
  if (isAbout(minutes, FIVE_HOURS)) return t('now:gauge.five')
  if (isAbout(minutes, WEEK)) return t('now:gauge.seven')
  return minutes < DAY
    ? t('now:gauge.hours', { count: Math.round(minutes / 60) })
    : t('now:gauge.days', { count: Math.round(minutes / DAY) })
}

/** `5-hour limit: 42% used, resets Nov 20, 12:00`. */
const windowTitle = (window: Window): string => {
  const [name, share] = [windowName(window), hundredths(Math.floor(window.used_percentage))]
  return window.resets_at === null
    ? t('now:gauge.used', { name, share })
    : t('now:gauge.again', { name, share, at: instant(window.resets_at) })
}

/** The fullest of some windows of a limit: that one can stop the work first. */
function Limit({ name, windows }: { name: string; windows: readonly Window[] }) {
  const [fullest] = windows.toSorted((a, b) => b.used_percentage - a.used_percentage)
  if (fullest === undefined) return null
  return (
    <div data-gauge={windows.length === 1 && isAbout(fullest.minutes, FIVE_HOURS) ? 'five' : 'limit'}>
      <dt>{name}</dt>
      <dd className="num" title={windows.map(windowTitle).join('\n')}>
        {hundredths(Math.floor(fullest.used_percentage))}
        <span className={styles['bar']} aria-hidden>
          <i style={{ width: `${Math.min(FULL, fullest.used_percentage)}%` }} />
        </span>
      </dd>
    </div>
  )
}
