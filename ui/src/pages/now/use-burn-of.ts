import { useQuery } from '@tanstack/react-query'
import { quotaQuery } from '../../api/queries.js'
import type { Quota } from '../../api/types.js'

/** Returns what a session spent in the last hour, and the rate per hour; undefined if that is nothing. */
export function useBurnOf(id: string) {
  // Selects this session, so that the spending of others does not render.
  const { data } = useQuery({
    ...quotaQuery,
    select: ({ burn: { since, sessions } }: Quota) => {
      const own = sessions.find(({ session_id }) => session_id === id)
      return own === undefined || own.usd_per_hour === 0 ? null : { since, ...own }
    },
  })
  return data ?? undefined
}
