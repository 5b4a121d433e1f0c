import { useQuery } from '@tanstack/react-query'
import { quotaQuery } from '../../api/queries.js'
import type { Quota } from '../../api/types.js'
import { count, exactCount, hundredths, instant, usd } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { UnpricedSign, unpricedNames } from '../../kit/unpriced-sign.js'

type Window = NonNullable<Quota['accounts'][number]['five_hour']>

/** How fast money goes, and how much of the plan is used: nothing of either while there is nothing to tell. */
export function Burn() {
  const t = useWords()
  const { data } = useQuery(quotaQuery)
  if (data === undefined) return null
  const { burn, accounts } = data
  const [account] = accounts
  return (
    <>
      {burn.tokens > 0 && (
        <div className="gauge">
          <dt>{t('now:gauge.hour')}</dt>
          <dd
            className="num"
            title={t('now:gauge.hourTitle', {
              rate: count(burn.tokens_per_minute),
              tokens: exactCount(burn.tokens),
              since: instant(burn.since),
            })}
          >
            {usd(burn.usd_per_hour)}
            <UnpricedSign names={unpricedNames(burn.unpriced)} />
          </dd>
        </div>
      )}
      {account?.five_hour != null && <Limit of="five" window={account.five_hour} />}
      {account?.seven_day != null && <Limit of="seven" window={account.seven_day} />}
    </>
  )
}

function Limit({ of, window: { used_percentage, resets_at } }: { of: 'five' | 'seven'; window: Window }) {
  const t = useWords()
  const share = hundredths(used_percentage)
  return (
    <div className="gauge">
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
      </dd>
    </div>
  )
}
