import { useQuery } from '@tanstack/react-query'
import { quotaQuery } from '../../api/queries.js'
import type { Quota } from '../../api/types.js'

/** What a session spent within the last hour, and how much that is an hour; nothing where that is nothing. */
export function useBurnOf(id: string) {
  // Only what is told of this session: what another one spends changes nothing here.
  const { data } = useQuery({
    ...quotaQuery,
    select: ({ burn: { since, sessions } }: Quota) => {
      const own = sessions.find(({ session_id }) => session_id === id)
      return own === undefined || own.usd_per_hour === 0 ? null : { since, ...own }
    },
  })
  return data ?? undefined
}
