import { useMemo, useSyncExternalStore } from 'react'
import { isMeant } from '../../live/matching.js'
import type { Group } from '../../live/triage.js'
import { sessionRows } from '../../rows/rows.js'

/** The groups with the sessions that the words mean, empty groups left out; all of them without words. */
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

// One text, which is the same as long as the same ones are meant.
const namesOf = (words: string): string =>
  sessionRows
    .all()
    .filter((session) => isMeant(session, words))
    .map(({ id }) => encodeURIComponent(id))
    .join(' ')
