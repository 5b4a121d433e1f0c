import { useSyncExternalStore } from 'react'
import type { Session } from '../api/types.js'
import { mutes } from '../rows/muted.js'
import { postponements } from '../rows/postponed.js'
import { sessionRows } from '../rows/rows.js'
import { sameRows } from '../store/same-rows.js'
import { sameGroups } from './same-groups.js'
import { idsOf, triage, type Group } from './triage.js'

let rows: readonly Session[] = []
let shown: readonly Group[] = []

// Computed once per change. Midnight takes effect with the next change.
const current = (): readonly Group[] => {
  if (rows === sessionRows.all()) return shown
  rows = sessionRows.all()
  shown = sameGroups(shown, triage(rows, Date.now()))
  return shown
}

/** The live groups of Now. */
export const useGroups = (): readonly Group[] => useSyncExternalStore(sessionRows.subscribeAll, current)

const waiting = (): readonly string[] => idsOf(current(), 'waiting')

/** All sessions that wait for the user, with muted ones. Renders only when these change. */
export const useAllWaiting = (): readonly string[] => useSyncExternalStore(sessionRows.subscribeAll, waiting)

const heard = sameRows<string>()

/** Returns the sessions that wait for the user, longest waiting first, without muted and postponed ones. */
export const currentlyWaiting = (): readonly string[] =>
  heard(waiting().filter((id) => !mutes.get().has(id) && !postponements.get().has(id)))

const onWaiting = (listener: () => void): (() => void) => {
  const stops = [sessionRows.subscribeAll(listener), mutes.subscribe(listener), postponements.subscribe(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The same for a component. Renders only when these change. */
export const useWaiting = (): readonly string[] => useSyncExternalStore(onWaiting, currentlyWaiting)
