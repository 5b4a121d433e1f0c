import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { advice } from '../api/failure.js'
import { eventQuery } from '../api/queries.js'
import type { EventRow, Session, Situation } from '../api/types.js'
import { placeOf } from '../events/place.js'
import { exactCount, instant } from '../format/format.js'
import { SITUATION_WORDS } from './situation.js'

/** What has to be heard, or not heard, for a situation to hold. The service decides; this says it in words. */
const BECAUSE: Readonly<Record<Situation, string>> = {
  needs_you: 'The agent asked, and nothing was heard of it since.',
  failed: 'The agent told of an error and did not go on.',
  working: 'The agent has work, and did not say that it is done.',
  your_turn: 'The agent finished its turn. Your next words start another one.',
  interrupted: 'You interrupted the agent.',
  ready: 'The session was started, and nothing was asked of it yet.',
  done: 'The session has ended.',
  abandoned: 'Nothing was heard for so long that it was given up.',
}

/** Why a session is said to be as it is: the rule, the event it rests on, and where that can be looked at. */
export function WhyFacts({ session }: { session: Session }) {
  const { id, situation, situation_since: since, situation_event_id: event, situation_event_type: kind } = session
  return (
    <div className="why-facts">
      <h2>{SITUATION_WORDS[situation]}</h2>
      <p>{BECAUSE[situation]}</p>
      <dl className="kv">
        <div>
          <dt>Event</dt>
          <dd>
            {kind ?? 'unknown'}
            {event !== null && <span className="num faint"> {exactCount(event)}</span>}
          </dd>
        </div>
        <div>
          <dt>At</dt>
          <dd className="num">{instant(since)}</dd>
        </div>
        {session.process_alive !== null && (
          <div>
            <dt>Process</dt>
            <dd>{session.process_alive ? 'alive' : 'gone'}</dd>
          </div>
        )}
      </dl>
      {event !== null && (
        <>
          <Evidence session={id} event={event} at={since} />
          <Link className="btn" to="/sessions/$id" params={{ id }} search={{ tab: 'events', event, to: since }}>
            Show the event
          </Link>
        </>
      )}
    </div>
  )
}

function Evidence({ session, event, at }: { session: string; event: number; at: string }) {
  const { data, error, isPending } = useQuery(eventQuery(session, event, at))
  if (error !== null) return <p className="faint">{advice(error)}</p>
  if (isPending) return <p className="faint">Reading the event</p>
  if (data === null) return <p className="faint">The event is not kept any more.</p>
  return (
    <p className="evidence">
      {data.summary !== null && <span>{data.summary}</span>} <span className="faint">{sourceOf(data)}</span>
    </p>
  )
}

const sourceOf = ({ data }: EventRow): string => {
  const place = placeOf(data)
  return place === undefined
    ? 'Told by a hook, or found out by the service.'
    : `Read in the transcript, line ${exactCount(place.line)}.`
}
