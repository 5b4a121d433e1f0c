import { useSyncExternalStore } from 'react'
import type { Session } from '../api/types.js'
import { sessionRows } from './rows.js'
import { idsOf, triage, type Group } from './triage.js'

let rows: readonly Session[] = []
let shown: readonly Group[] = []

const same = (a: readonly Group[], b: readonly Group[]): boolean => JSON.stringify(a) === JSON.stringify(b)

// Grouped once per change, whoever asks; and the same array while no row changes its group or place, so that a busy
// agent renders its own row and not the list. Midnight is noticed with the next change: by then something happened.
const current = (): readonly Group[] => {
  if (rows === sessionRows.all()) return shown
  rows = sessionRows.all()
  const groups = triage(rows, Date.now())
  if (!same(groups, shown)) shown = groups
  return shown
}

/** The live groups of Now. */
export const useGroups = (): readonly Group[] => useSyncExternalStore(sessionRows.subscribeAll, current)

/** The sessions that wait for the user, longest waiting first. */
export const useWaiting = (): readonly string[] => idsOf(useGroups(), 'waiting')
