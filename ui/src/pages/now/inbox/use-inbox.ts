import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { decisionsQuery } from '../../../api/queries.js'
import { laneOfSession } from '../../../live/lane-groups.js'
import { sameGroups } from '../../../live/same-groups.js'
import type { Group } from '../../../live/triage.js'
import { useWaitingDialogs } from '../../../live/waiting-dialogs.js'
import { setPostponed } from '../../../rows/postponed.js'
import { sessionRows } from '../../../rows/rows.js'
import { type Inbox, isOfSession, placed } from './placed.js'

/** What Now shows: the groups of sessions, with what else waits for a decision. */
export function useInbox(groups: readonly Group[]): Inbox & { readonly isPending: boolean } {
  const { data, isPending, failureCount } = useQuery(decisionsQuery)
  const dialogs = useWaitingDialogs()
  const inbox = useMemo(
    () =>
      placed(groups, {
        dialogs,
        decided: data === undefined ? undefined : { ...data, at: Date.parse(data.at) },
        laneOf: (id) => laneOfSession(id)?.id,
        since: (id) => sessionRows.get(id)?.situation_since,
        isActive: (id) => sessionRows.get(id)?.status === 'active',
      }),
    [groups, dialogs, data],
  )
  useEffect(() => {
    if (data !== undefined) setPostponed(data.later.filter(isOfSession).flatMap(({ session_id: id }) => id ?? []))
  }, [data])
  // Groups that stay keep their objects, so that their rows do not render.
  const [shown, setShown] = useState(inbox.groups)
  const same = sameGroups(shown, inbox.groups)
  if (same !== shown) setShown(same)
  // Rows that come later would move the others.
  return { ...inbox, groups: same, isPending: isPending && failureCount === 0 }
}
