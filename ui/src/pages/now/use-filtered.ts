import { useMemo, useSyncExternalStore } from 'react'
import { isMeant } from '../../live/matching.js'
import { laneTitle } from '../../kit/lane-title.js'
import type { Inbox, Item } from './inbox/placed.js'
import type { Group } from '../../live/triage.js'
import { sessionRows } from '../../rows/rows.js'

/** Returns the groups with the sessions that match a text, without empty groups; all of them without a text. */
export function useFiltered(
  { groups, items }: Pick<Inbox, 'groups' | 'items'>,
  words: string | undefined,
): readonly Group[] {
  const meant = useSyncExternalStore(sessionRows.subscribeAll, () => (words === undefined ? '' : namesOf(words)))
  return useMemo(() => {
    if (words === undefined) return groups
    const ids = new Set(meant.split(' '))
    const isShown = (id: string): boolean => {
      const item = items.get(id)
      return item === undefined ? ids.has(encodeURIComponent(id)) : hasTitle(item, words)
    }
    return groups.map((group) => ({ ...group, ids: group.ids.filter(isShown) })).filter((group) => group.ids.length > 0)
  }, [groups, items, words, meant])
}

const hasTitle = (item: Item, words: string): boolean => {
  const title = item.is === 'dialog' ? laneTitle(item.lane) : item.decision.title
  return words
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => title.toLocaleLowerCase().includes(word))
}

// One string, which stays the same while the same sessions match.
const namesOf = (words: string): string =>
  sessionRows
    .all()
    .filter((session) => isMeant(session, words))
    .map(({ id }) => encodeURIComponent(id))
    .join(' ')
