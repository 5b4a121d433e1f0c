import type { Visibility } from '../../../domain/access/visibility.js'
import { PAYLOAD_TEXT } from '../../../projections/hook-payload.js'
import {
  countEventsAfter,
  type EventPage,
  type EventSearch,
  findEvents,
  type Found,
  MOST_COUNTED,
  pageOf,
} from '../../../projections/queries/event-search.js'
import { countEvents } from '../../../projections/queries/events.js'
import type { SideFile } from './side-file.js'
import { TextSample } from './text-sample.js'
import { untidy } from './tidying.js'

const NAME = 'event-text'
/** Rows per step. A query that arrives meanwhile waits for the step. */
const SLICE = 200
const CACHED_SEARCHES = 64
const EVERYTHING = { sources: [], providers: [] }
// Each trigram is one more list to read, and six rarely match a wrong row.
const MOST_TRIGRAMS = 6
/** Maximum number of trigrams of a long text whose frequency is compared. */
const MOST_WEIGHED = 48

/** Returns at most `most` elements, evenly spaced. */
const spread = <A>(all: readonly A[], most: number): readonly A[] => {
  const step = Math.max(1, all.length / most)
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))
}

/**
 * Returns a query for some trigrams of a text, which every row with the text also contains. It uses the rarest, because the
 * list of a trigram in every row takes longer to read than all others. Null for a text shorter than three characters, or with a
 * NUL.
 *
 * @param frequency how often a trigram occurs, on any scale
 */
export const expressionOf = (text: string, frequency: (trigram: string) => number): string | null => {
  const letters = Array.from(text)
  if (letters.length < 3 || text.includes('\0')) return null
  const trigrams = [...new Set(letters.slice(2).map((_, i) => letters.slice(i, i + 3).join('')))]
  const weighed = spread(trigrams, MOST_WEIGHED).map((trigram) => ({ trigram, weight: frequency(trigram) }))
  const heaviest = weighed.map(({ weight }) => weight).toSorted((a, b) => a - b)[MOST_TRIGRAMS - 1]
  const rarest = weighed.filter(({ weight }) => heaviest === undefined || weight <= heaviest)
  return spread(rarest, MOST_TRIGRAMS)
    .map(({ trigram }) => `"${trigram.replaceAll('"', '""')}"`)
    .join(' AND ')
}

interface Remembered extends Found {
  readonly upTo: number
  /** Total number of events at that time. */
  readonly events: number
}

/** The text index of the event list: finds candidate events for a text by its trigrams. */
export class EventIndex {
  readonly #remembered = new Map<string, Remembered>()
  readonly #sample: TextSample

  /** @param cap number of matches up to which the count is exact */
  constructor(
    private readonly file: SideFile,
    private readonly cap: number = MOST_COUNTED,
  ) {
    this.#sample = new TextSample(file)
  }

  /** Indexes the next rows of the log; false when there are none. */
  advance(): boolean {
    const { own, source } = this.file
    // Events that repeat another session's calls are indexed too: they become visible when that session is erased.
    const rows = source
      .prepare<unknown[], { id: number; body: string | null }>(
        `select l.position as id, coalesce(e.summary, r.summary) || char(10) || coalesce(e.tool, r.tool, '') || char(10)
           || ${PAYLOAD_TEXT} as body
         from log l left join p_event e on e.at = cast(l.occurred_at as integer) and e.id = l.position
         left join p_event_repeat r on r.at = cast(l.occurred_at as integer) and r.id = l.position
         where l.position > ? order by l.position limit ${SLICE}`,
      )
      .all(this.file.position(NAME))
    const last = rows.at(-1)?.id
    if (last === undefined) return false
    const insert = own.prepare('insert into event_text (rowid, body) values (?, ?)')
    own.transaction(() => {
      for (const { id, body } of rows) if (body !== null) insert.run(id, body)
      this.file.setPosition(NAME, last)
    })()
    return true
  }

  startOver(): void {
    this.#remembered.clear()
    this.#sample.forget()
  }

  /** Removes erased rows from the index. `tidy` later removes their text from the file. */
  forget(positions: readonly number[]): void {
    const { own } = this.file
    const remove = own.prepare('delete from event_text where rowid = ?')
    own.transaction(() => {
      for (const position of positions) remove.run(position)
    })()
    this.#remembered.clear()
    this.#sample.forget()
    if (positions.length > 0) untidy(this.file, 'event_text')
  }

  /**
   * Returns a page of the events that contain a text, newest first, with their number, which is exact up to the cap. A repeated
   * search reads only newer events, unless events were deleted.
   */
  find(visibility: Visibility, query: EventSearch): EventPage {
    return this.file.reading(() => pageOf(this.file.db, visibility, this.#found(visibility, query), query))
  }

  #found(visibility: Visibility, query: EventSearch): Found {
    const { db } = this.file
    const index = {
      position: this.file.position(NAME),
      expression: (text: string) => expressionOf(text, (trigram) => this.#sample.frequency(trigram)),
    }
    const key = JSON.stringify([visibility, { ...query, limit: 0, offset: 0 }])
    const upTo = this.file.head()
    const events = countEvents(db, visibility, EVERYTHING)
    const known = this.#remembered.get(key)
    const found =
      known === undefined || !this.#isComplete(visibility, known, query, events)
        ? findEvents(db, index, visibility, query, { cap: this.cap })
        : this.#joined(known, findEvents(db, index, visibility, query, { cap: this.cap, after: known.upTo }))
    this.#remembered.delete(key)
    this.#remembered.set(key, { ...found, upTo, events })
    for (const oldest of this.#remembered.keys()) {
      if (this.#remembered.size <= CACHED_SEARCHES) break
      this.#remembered.delete(oldest)
    }
    return found
  }

  /** Whether a cached result is still valid: no older event was deleted, and it reaches as far as the query asks. */
  #isComplete(visibility: Visibility, known: Remembered, { limit, offset }: EventSearch, events: number): boolean {
    const isWhole = !known.isCapped && known.newest.length === known.total
    const reaches = isWhole || known.newest.length >= limit + offset
    return reaches && events === known.events + countEventsAfter(this.file.db, visibility, known.upTo)
  }

  #joined(known: Found, fresh: Found): Found {
    const total = known.total + fresh.total
    // Matches older than the last cached one may be missing from the cache.
    const oldest = known.newest.length < known.total || known.isCapped ? (known.newest.at(-1)?.at ?? 0) : 0
    const newest = [...fresh.newest.filter(({ at }) => at >= oldest), ...known.newest]
    return {
      total: Math.min(this.cap, total),
      isCapped: known.isCapped || fresh.isCapped || total > this.cap,
      newest: newest.toSorted((a, b) => b.at - a.at || b.id - a.id),
    }
  }
}
