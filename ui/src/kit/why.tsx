import type { Session } from '../api/types.js'
import { clockSeconds, exactCount, instant } from '../format/format.js'

/** The evidence behind a situation: which event, when. A state nobody can check is not worth showing. */
export function Why({ session }: { session: Session }) {
  const { situation_event_type: kind, situation_event_id: id, situation_since: since } = session
  if (kind === null) return null
  return (
    <p className="why" title={instant(since)}>
      {kind} at <span className="num">{clockSeconds(since)}</span>
      {id !== null && (
        <>
          , event <span className="num">{exactCount(id)}</span>
        </>
      )}
      .
    </p>
  )
}
