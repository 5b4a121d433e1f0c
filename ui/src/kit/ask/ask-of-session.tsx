import { type ReactNode, Suspense } from 'react'
import type { Session } from '../../api/types.js'
import { useLaneOf } from '../../live/lane-groups.js'
import { LazyLaneAsk } from './lazy-lane-ask.js'

interface AskOfSessionProps {
  readonly session: Session
  readonly className: string | undefined
  /** Shown for a session outside of lanes, and while its pane shows nothing that asks. */
  readonly fallback: ReactNode
}

/** What the session asks. In a lane, it is answered here. */
export function AskOfSession({ session, className, fallback }: AskOfSessionProps) {
  const lane = useLaneOf(session.id)
  const pane = lane?.panes.find((one) => one.session_id === session.id && one.alive)
  if (lane === undefined || pane === undefined) return fallback
  return (
    <Suspense fallback={fallback}>
      <LazyLaneAsk lane={lane} pane={pane} session={session} className={className} fallback={fallback} />
    </Suspense>
  )
}
