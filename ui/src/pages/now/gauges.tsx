import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { quotaQuery, statsQuery } from '../../api/queries.js'
import type { Quota } from '../../api/types.js'
import { count, exactCount, hundredths, instant, usd } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { UnpricedSign, unpricedNames } from '../../kit/unpriced-sign.js'
import styles from './gauges.module.css'

type Window = NonNullable<Quota['accounts'][number]['five_hour']>

/** The limits of the plan, what today cost and how fast it grows: at most four figures on one line. */
export const Gauges = memo(function Gauges() {
  const t = useWords()
  const { data: stats } = useQuery(statsQuery)
  const { data: quota } = useQuery(quotaQuery)
  const [account] = quota?.accounts ?? []
  return (
    <dl className={styles['gauges']}>
      {account?.five_hour != null && <Limit of="five" window={account.five_hour} />}
      {account?.seven_day != null && <Limit of="seven" window={account.seven_day} />}
      {stats !== undefined && (
        <div data-gauge="today">
          <dt>{t('now:gauge.today')}</dt>
          <dd className="num">
            {usd(stats.cost_today)}
            <UnpricedSign names={unpricedNames(stats.unpriced_today)} />
          </dd>
        </div>
      )}
      {quota !== undefined && quota.burn.tokens > 0 && <Rate burn={quota.burn} />}
    </dl>
  )
})

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
