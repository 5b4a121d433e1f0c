import { t } from '../../i18n/i18n.js'
import { notify } from '../../kit/notices.js'
import { laneOfSession } from '../../live/lane-groups.js'
import { requestStop } from './stop/request.js'

/** Opens the lane of a session, or says that it has none. */
export function openLane(session: string | undefined, open: (lane: string) => void): void {
  const lane = session === undefined ? undefined : laneOfSession(session)
  if (lane === undefined) notify(t('lane.none'))
  else open(String(lane.id))
}

/** Stops the agent of a session, or says why that is not possible here. */
export function stopSession(session: string | undefined): void {
  const lane = session === undefined ? undefined : laneOfSession(session)
  const pane = lane?.panes.find(({ alive, session_id: one }) => alive && one === session)
  if (lane === undefined || pane === undefined) notify(t('lane.notStopped'))
  else requestStop({ lane: String(lane.id), slot: pane.slot })
}
