import type { Session } from '../api/types.js'
import { exactCount, momentSeconds } from '../format/format.js'
import { useTimed } from '../live/clock.js'

/** The evidence behind a situation: which event, when. A state nobody can check is not worth showing. */
export function Why({ session }: { session: Session }) {
  const { situation_event_type: kind, situation_event_id: id, situation_since: since } = session
  const at = useTimed((now) => momentSeconds(since, now))
  if (kind === null) return null
  return (
    <p className="why">
      {kind} at <span className="num">{at}</span>
      {id !== null && (
        <>
          , event <span className="num">{exactCount(id)}</span>
        </>
      )}
      .
    </p>
  )
}
