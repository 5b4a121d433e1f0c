import { useQuery } from '@tanstack/react-query'
import { quotaQuery } from '../../api/queries.js'
import type { Quota } from '../../api/types.js'
import { count, exactCount, instant, usd } from '../../format/format.js'

type Window = NonNullable<Quota['accounts'][number]['five_hour']>

/** How fast money goes, and how much of the plan is used: nothing of either while there is nothing to tell. */
export function Burn() {
  const { data } = useQuery(quotaQuery)
  if (data === undefined) return null
  const { burn, accounts } = data
  const [account] = accounts
  return (
    <>
      {burn.tokens > 0 && (
        <div className="gauge">
          <dt>An hour</dt>
          <dd
            className="num"
            title={`${count(burn.tokens_per_minute)} tokens a minute: ${exactCount(burn.tokens)} since ${instant(burn.since)}`}
          >
            {usd(burn.usd_per_hour)}
          </dd>
        </div>
      )}
      {account?.five_hour != null && <Limit name="5 hours" window={account.five_hour} />}
      {account?.seven_day != null && <Limit name="7 days" window={account.seven_day} />}
    </>
  )
}

function Limit({ name, window: { used_percentage, resets_at } }: { name: string; window: Window }) {
  const again = resets_at === null ? '' : `, begins anew ${instant(resets_at)}`
  return (
    <div className="gauge">
      <dt>{name}</dt>
      <dd className="num" title={`${used_percentage}% of the plan's limit for ${name} is used${again}`}>
        {Math.floor(used_percentage)}%
      </dd>
    </div>
  )
}
