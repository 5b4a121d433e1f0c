import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { statsQuery } from '../../api/queries.js'
import { count, exactCount, usd } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Burn } from './burn.js'

/** What today has cost, and the tokens of all time: a glance, not a report. */
export const Gauges = memo(function Gauges() {
  const t = useWords()
  const { data } = useQuery(statsQuery)
  if (data === undefined) return null
  const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = data.tokens
  const tokens = input_tokens + output_tokens + cache_read_tokens + cache_write_tokens
  return (
    <dl className="gauges">
      <Burn />
      <div className="gauge">
        <dt>{t('now:gauge.today')}</dt>
        <dd className="num">{usd(data.cost_today)}</dd>
      </div>
      <div className="gauge">
        <dt>{t('now:gauge.all')}</dt>
        <dd className="num">{usd(data.total_cost)}</dd>
      </div>
      <div className="gauge">
        <dt>{t('now:gauge.tokens')}</dt>
        <dd className="num" title={t('now:gauge.tokensTitle', { tokens: exactCount(tokens) })}>
          {count(tokens)}
        </dd>
      </div>
    </dl>
  )
})
