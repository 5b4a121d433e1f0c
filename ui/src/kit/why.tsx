import { Link } from '@tanstack/react-router'
import type { Session } from '../api/types.js'
import { exactCount, momentSeconds } from '../format/format.js'
import { useTimed } from '../live/clock.js'

/** The evidence behind a situation: which event, when. A state nobody can check is not worth showing. */
export function Why({ session }: { session: Session }) {
  const { id, situation_event_type: kind, situation_event_id: event, situation_since: since } = session
  const at = useTimed((now) => momentSeconds(since, now))
  if (kind === null) return null
  return (
    <p className="why">
      {kind} at <span className="num">{at}</span>
      {event !== null && (
        <>
          ,{' '}
          <Link to="/sessions/$id" params={{ id }} search={{ tab: 'events', event, to: since }}>
            event <span className="num">{exactCount(event)}</span>
          </Link>
        </>
      )}
      .
    </p>
  )
}
