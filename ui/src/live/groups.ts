import { useSyncExternalStore } from 'react'
import { sessionRows } from './rows.js'
import { idsOf, triage, type Group } from './triage.js'

let shown: readonly Group[] = []

const same = (a: readonly Group[], b: readonly Group[]): boolean => JSON.stringify(a) === JSON.stringify(b)

// The same array while no row changes its group or place: a busy agent renders its own row, not the list.
const current = (): readonly Group[] => {
  const groups = triage(sessionRows.all(), Date.now())
  if (!same(groups, shown)) shown = groups
  return shown
}

/** The live groups of Now. */
export const useGroups = (): readonly Group[] => useSyncExternalStore(sessionRows.subscribeAll, current)

/** The sessions that wait for the user, longest waiting first. */
export const useWaiting = (): readonly string[] => idsOf(useGroups(), 'waiting')
