import type { Visibility } from '../../../domain/access/visibility.js'
import {
  countEventsAfter,
  type EventPage,
  type EventSearch,
  findEvents,
  type Found,
  MOST_COUNTED,
  pageOf,
} from '../../../projections/queries/event-search.js'
import { countEvents, PAYLOAD_TEXT } from '../../../projections/queries/events.js'
import type { SideFile } from './side-file.js'
import { TextSample } from './text-sample.js'
import { untidy } from './tidying.js'

const NAME = 'event-text'
/** Rows of one step: a question that comes meanwhile waits for its end. */
const SLICE = 200
const CACHED_SEARCHES = 64
const EVERYTHING = { sources: [], providers: [] }
// Each is one more list to read, and six name hardly a row too many.
const MOST_TRIGRAMS = 6
/** Of a long text so many are weighed. */
const MOST_WEIGHED = 48

/** So many of them, as far apart as can be. */
const spread = <A>(all: readonly A[], most: number): readonly A[] => {
  const step = Math.max(1, all.length / most)
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))
}

/**
 * Some trigrams of a text, which whoever holds the text holds too: the rarest, because the list of one that stands in every
 * row takes longer to read than all others; null where the text is too short to have any.
 *
 * @param frequency how often a trigram occurs, in whatever measure
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
  /** Events there were in all. */
  readonly events: number
}

/** The text index of the event list: which events may hold a text, by trigrams. */
export class EventIndex {
  readonly #remembered = new Map<string, Remembered>()
  readonly #sample: TextSample

  /** @param cap matches up to which the number of a search is exact */
  constructor(
    private readonly file: SideFile,
    private readonly cap: number = MOST_COUNTED,
  ) {
    this.#sample = new TextSample(file)
  }

  /** Takes the next rows of the log in; false when there are none. */
  advance(): boolean {
    const { own, source } = this.file
    // Also what is not listed because it repeats another session's calls: it is, when that session is erased.
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

  /** Forgets rows that were erased from the log: nothing finds them any more. `tidy` then takes their letters out of the file. */
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
   * A page of the events that hold a text, newest first, with their number: exact up to the cap. A search asked for again
   * reads only what came since, unless events went.
   */
  find(visibility: Visibility, query: EventSearch): EventPage {
    return this.file.reading(() => pageOf(this.file.db, this.#found(visibility, query), query))
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

  /** Whether what is remembered still holds: no event of before went away, and it reaches as far as is asked for. */
  #isComplete(visibility: Visibility, known: Remembered, { limit, offset }: EventSearch, events: number): boolean {
    const isWhole = !known.isCapped && known.newest.length === known.total
    const reaches = isWhole || known.newest.length >= limit + offset
    return reaches && events === known.events + countEventsAfter(this.file.db, visibility, known.upTo)
  }

  #joined(known: Found, fresh: Found): Found {
    const total = known.total + fresh.total
    // Between these and older ones lie some that are not remembered.
    const oldest = known.newest.length < known.total || known.isCapped ? (known.newest.at(-1)?.at ?? 0) : 0
    const newest = [...fresh.newest.filter(({ at }) => at >= oldest), ...known.newest]
    return {
      total: Math.min(this.cap, total),
      isCapped: known.isCapped || fresh.isCapped || total > this.cap,
      newest: newest.toSorted((a, b) => b.at - a.at || b.id - a.id),
    }
  }
}
