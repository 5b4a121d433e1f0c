import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { statsQuery } from '../../api/queries.js'
import { usd } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { AllTokens } from '../../kit/amount.js'
import { UnpricedSign, unpricedNames } from '../../kit/unpriced-sign.js'
import { Burn } from './burn.js'

/** What today has cost, and the tokens of all time: a glance, not a report. */
export const Gauges = memo(function Gauges() {
  const t = useWords()
  const { data } = useQuery(statsQuery)
  if (data === undefined) return null
  return (
    <dl className="gauges">
      <Burn />
      <div className="gauge">
        <dt>{t('now:gauge.today')}</dt>
        <dd className="num">
          {usd(data.cost_today)}
          <UnpricedSign names={unpricedNames(data.unpriced_today)} />
        </dd>
      </div>
      <div className="gauge">
        <dt>{t('now:gauge.all')}</dt>
        <dd className="num">
          {usd(data.total_cost)}
          <UnpricedSign names={unpricedNames(data.unpriced)} />
        </dd>
      </div>
      <div className="gauge">
        <dt>{t('now:gauge.tokens')}</dt>
        <dd>
          <AllTokens of={data.tokens} />
        </dd>
      </div>
    </dl>
  )
})
