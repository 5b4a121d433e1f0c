import { useSyncExternalStore } from 'react'
import type { Session } from '../api/types.js'
import { sessionRows } from './rows.js'
import { sameGroups } from './same-groups.js'
import { idsOf, triage, type Group } from './triage.js'

let rows: readonly Session[] = []
let shown: readonly Group[] = []

// Grouped once per change, whoever asks. Midnight is noticed with the next change: by then something happened.
const current = (): readonly Group[] => {
  if (rows === sessionRows.all()) return shown
  rows = sessionRows.all()
  shown = sameGroups(shown, triage(rows, Date.now()))
  return shown
}

/** The live groups of Now. */
export const useGroups = (): readonly Group[] => useSyncExternalStore(sessionRows.subscribeAll, current)

/** The sessions that wait for the user, longest waiting first. */
export const currentlyWaiting = (): readonly string[] => idsOf(current(), 'waiting')

/** The same, for a component: it renders when these change, whatever the others do. */
export const useWaiting = (): readonly string[] => useSyncExternalStore(sessionRows.subscribeAll, currentlyWaiting)
