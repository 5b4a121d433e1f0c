import { useMemo, useSyncExternalStore } from 'react'
import { isMeant } from '../../live/matching.js'
import type { Group } from '../../live/triage.js'
import { sessionRows } from '../../rows/rows.js'

/** Returns the groups with the sessions that match a text, without empty groups; all of them without a text. */
export function useFiltered(groups: readonly Group[], words: string | undefined): readonly Group[] {
  const meant = useSyncExternalStore(sessionRows.subscribeAll, () => (words === undefined ? '' : namesOf(words)))
  return useMemo(() => {
    if (words === undefined) return groups
    const ids = new Set(meant.split(' '))
    return groups
      .map((group) => ({ ...group, ids: group.ids.filter((id) => ids.has(encodeURIComponent(id))) }))
      .filter((group) => group.ids.length > 0)
  }, [groups, words, meant])
}

// One string, which stays the same while the same sessions match.
const namesOf = (words: string): string =>
  sessionRows
    .all()
    .filter((session) => isMeant(session, words))
    .map(({ id }) => encodeURIComponent(id))
    .join(' ')
