import type { Author } from '../../../domain/access/author.js'
import { contentKey } from '../../../events/digest.js'
import type { New, SessionEvent } from '../../../events/envelope.js'
import { isFields } from '../../../domain/transcript/json.js'
import type { StagedBundle } from '../../ports/bundles.js'
import { loggedEvent } from './logged.js'
import { eventsOfRows } from './rows.js'

/** Events per part; a hook may have to wait for one part. */
const EVENTS_OF_A_PART = 64

/** Consecutive events of a session in a bundle. */
export interface Part {
  readonly events: readonly New<SessionEvent>[]
  /** Unreadable rows before the part's end. */
  readonly broken: number
  readonly isLast: boolean
}

/** Yields a session's events in parts. Only the last part can be empty, when no row is readable. */
export function* partsOf(bundle: StagedBundle, session: string, importer: Author): Generator<Part> {
  let events: New<SessionEvent>[] = []
  let broken = 0
  for (const event of told(bundle, session, importer)) {
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

// What is imported belongs to the importer. The owners that a bundle names are accounts of another service.
const saysOwner = (row: unknown): boolean => isFields(row) && row['type'] === 'session-owner-determined'

/** Yields the events from the bundle's log or, for another dashboard's bundle, from its rows; null for unreadable ones. */
function* told(bundle: StagedBundle, session: string, importer: Author): Generator<New<SessionEvent> | null> {
  if (bundle.count('log', session) > 0) {
    for (const row of bundle.rows('log', session)) if (!saysOwner(row)) yield loggedEvent(row, importer)
    return
  }
  const [first] = bundle.rows('sessions', session)
  const rows = {
    session: first,
    agents: [...bundle.rows('agents', session)],
    events: [...bundle.rows('events', session)],
    usage: [...bundle.rows('token_usage', session)],
    workflows: [...bundle.rows('workflows', session)],
  }
  yield* eventsOfRows(session, rows, importer) ?? [null]
}

/** Returns a digest of a part and all parts before it: equal digests mean equal parts. */
export const digestOf = (before: string, { events }: Part): string => {
  const told = events.map(({ type, occurredAt, data }) => [type, occurredAt, data])
  return Buffer.from(contentKey(before, JSON.stringify(told))).toString('hex')
}
