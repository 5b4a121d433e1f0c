import { contentKey } from '../../../events/digest.js'
import type { New } from '../../../events/envelope.js'
import type { StagedBundle } from '../../ports/bundles.js'
import { loggedEvent } from './logged.js'
import { eventsOfRows } from './rows.js'

/** Events of one part: what a hook waits for when it comes with one. */
const EVENTS_OF_A_PART = 64

/** Some of what a bundle tells of a session, in order. */
export interface Part {
  readonly events: readonly New[]
  /** Rows before its end that cannot be read. */
  readonly broken: number
  readonly isLast: boolean
}

/** What a bundle tells of a session; the last part alone can be without events, when it tells nothing that can be read. */
export function* partsOf(bundle: StagedBundle, session: string): Generator<Part> {
  let events: New[] = []
  let broken = 0
  for (const event of told(bundle, session)) {
    if (event === null) {
      broken += 1
      continue
    }
    if (events.length === EVENTS_OF_A_PART) {
      yield { events, broken, isLast: false }
      events = []
      broken = 0
    }
    events.push(event)
  }
  yield { events, broken, isLast: true }
}

/** The events of its log, or, from another dashboard, what makes its rows; null for what cannot be read. */
function* told(bundle: StagedBundle, session: string): Generator<New | null> {
  if (bundle.count('log', session) > 0) {
    for (const row of bundle.rows('log', session)) yield loggedEvent(row)
    return
  }
  const [first] = bundle.rows('sessions', session)
  const made = eventsOfRows(session, {
    session: first,
    agents: [...bundle.rows('agents', session)],
    events: [...bundle.rows('events', session)],
    usage: [...bundle.rows('token_usage', session)],
    workflows: [...bundle.rows('workflows', session)],
  })
  yield* made ?? [null]
}

/** Tells equal parts after equal parts. */
export const digestOf = (before: string, { events }: Part): string => {
  const told = events.map(({ type, occurredAt, data }) => [type, occurredAt, data])
  return Buffer.from(contentKey(before, JSON.stringify(told))).toString('hex')
}
