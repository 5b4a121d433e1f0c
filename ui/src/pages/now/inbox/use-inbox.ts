import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { decisionsQuery } from '../../../api/queries.js'
import { laneOfSession } from '../../../live/lane-groups.js'
import { sameGroups } from '../../../live/same-groups.js'
import type { Group } from '../../../live/triage.js'
import { useWaitingDialogs } from '../../../live/waiting-dialogs.js'
import { setPostponed } from '../../../rows/postponed.js'
import { sessionRows } from '../../../rows/rows.js'
import { type Inbox, isOfSession, placed } from './placed.js'

let shown: readonly Group[] = []

/** What Now shows: the groups of sessions, with what else waits for a decision. */
export function useInbox(groups: readonly Group[]): Inbox {
  const { data, dataUpdatedAt } = useQuery(decisionsQuery)
  const dialogs = useWaitingDialogs()
  const inbox = useMemo(
    () =>
      placed(groups, {
        dialogs,
        decided: data === undefined ? undefined : { ...data, at: dataUpdatedAt },
        laneOf: (id) => laneOfSession(id)?.id,
        since: (id) => sessionRows.get(id)?.situation_since,
        isActive: (id) => sessionRows.get(id)?.status === 'active',
      }),
    [groups, dialogs, data, dataUpdatedAt],
  )
  useEffect(() => {
    if (data !== undefined) setPostponed(data.later.filter(isOfSession).flatMap(({ session_id: id }) => id ?? []))
  }, [data])
  // Rows that stay keep their objects, so that an unchanged answer renders nothing.
  shown = sameGroups(shown, inbox.groups)
  return { ...inbox, groups: shown }
}
