import { useSyncExternalStore } from 'react'
import { isOfOthers } from '../api/own-rows.js'
import type { Lane, Pane } from '../api/types.js'
import { laneRows, sessionRows } from '../rows/rows.js'
import { useWaiting } from './groups.js'
import { isAtDialog } from './lane-triage.js'

/** An agent of a lane that shows a dialog before its session starts. */
export interface WaitingDialog {
  readonly lane: Lane
  readonly pane: Pane
}

/** Returns the dialogs of lanes, the oldest first. A session that waits already counts itself. */
export const dialogsOf = (lanes: readonly Lane[], waits: (session: string) => boolean): readonly WaitingDialog[] =>
  lanes
    .flatMap((lane) => lane.panes.filter(isAtDialog).map((pane) => ({ lane, pane })))
    .filter(({ pane: { session_id: session } }) => session === null || !waits(session))
    .toSorted((a, b) => (a.pane.started_at < b.pane.started_at ? -1 : 1))

let lanes: readonly Lane[] = []
let dialogs: readonly WaitingDialog[] = []

const current = (): readonly WaitingDialog[] => {
  if (lanes === laneRows.all()) return dialogs
  lanes = laneRows.all()
  const next = dialogsOf(lanes, (session) => sessionRows.get(session)?.situation === 'needs_you')
  if (next.length > 0 || dialogs.length > 0) dialogs = next
  return dialogs
}

/** The agents that wait at a dialog, live. */
export const useWaitingDialogs = (): readonly WaitingDialog[] => useSyncExternalStore(laneRows.subscribeAll, current)

/** Returns the dialogs, for code outside of components. */
export const currentDialogs = current

/** How many agents wait for the user: sessions that are not muted, and agents at a dialog. */
export const useWaitingCount = (): number =>
  useWaiting().length + useWaitingDialogs().filter(({ lane }) => !isOfOthers(lane)).length
