import { sees, type Visibility } from '../../../domain/access/visibility.js'
import { type Between, occurrencesOf, type TimedRows } from '../../../domain/insights/occurrences.js'
import { Names } from '../../../domain/insights/names.js'
import { type Cells, type Kept, PeriodSums, type SessionGroup } from '../../../domain/insights/period-sums.js'
import { type Topic, TOPICS } from '../../../domain/insights/topics.js'
import { QUARTER } from '../../../domain/time.js'
import type { PeriodScope } from '../../../projections/queries/insights/scope.js'
import type { InsightSource } from '../../../projections/queries/insights/rows.js'
import { HeldCells } from './held-cells.js'
import { asWhole, byQuarter, encoded, type StoredCells } from './session-cells.js'
import type { SideFile } from './side-file.js'

/** Names of counters that are held before all are forgotten: names come from transcripts. */
const MOST_NAMES = 500_000
/** Counts that are held in memory, 16 bytes each: of whole sessions, and by quarter hour. */
const MOST_WHOLE = 3_000_000
const MOST_QUARTERS = 1_500_000

interface Known extends SessionGroup {
  readonly first: number
  readonly last: number
}

type RowsOf = (stream: number) => TimedRows | undefined

/**
 * What happened in each session by quarter hour, stored, and read for the sessions of a period. A session that lies within the
 * period and within one day is added as a whole; the quarter hours of the others are added one by one. The cost of an answer depends
 * on the sessions that were active in its period, not on the length of the history.
 */
export class SessionCounts {
  #names = new Names()
  #known: Map<number, Known> | null = null
  readonly #whole = new HeldCells(MOST_WHOLE)
  readonly #quarters = new HeldCells(MOST_QUARTERS)

  constructor(
    private readonly file: SideFile,
    /** Returns the current rows of a session, for the parts of quarter hours at the edges of a period. */
    private readonly rowsOf: RowsOf,
  ) {}

  /** Stores the counts of a session again, in the caller's transaction; without rows they are deleted. */
  replace(stream: number, rows: InsightSource | undefined): void {
    const { own } = this.file
    this.#whole.drop(stream)
    this.#quarters.drop(stream)
    own.prepare('delete from session_cells where stream = ?').run(stream)
    if (rows === undefined) {
      this.#known?.delete(stream)
      own.prepare('delete from session_count where stream = ?').run(stream)
      return
    }
    const { stored, first, last } = encoded(occurrencesOf(rows))
    const { owner, status, source, provider, cwd, session } = rows
    const mainStatus = rows.agents.find(({ isMain }) => isMain)?.status ?? null
    const group: SessionGroup = { stream, owner, status, source, provider, cwd, model: session.model, mainStatus }
    this.#known?.set(stream, { ...group, first, last })
    own
      .prepare(
        `insert or replace into session_count (stream, owner, status, source, provider, cwd, model, main_status, first, last)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(stream, owner, status, source, provider, cwd, session.model, mainStatus, first, last)
    const insert = own.prepare('insert into session_cells (stream, topic, names, cells) values (?, ?, ?, ?)')
    for (const [topic, { names, cells }] of stored) insert.run(stream, topic, names, cells)
  }

  /** Forgets everything in memory. */
  startOver(): void {
    this.#names = new Names()
    this.#known = null
    this.#whole.clear()
    this.#quarters.clear()
  }

  /** Sums what happened between two instants in the sessions of a scope. */
  sums(visibility: Visibility, scope: PeriodScope, between: Between, keep: Kept = {}): PeriodSums {
    if (this.#names.size > MOST_NAMES) this.startOver()
    const sums = new PeriodSums(this.#names, keep)
    const { from, to } = between
    if (!(from < to)) return sums
    const { topics = TOPICS, hourOf, hourly } = keep
    const [first, last] = [Math.floor(from / QUARTER), Math.ceil(to / QUARTER)]
    const [start, end] = [Math.ceil(from / QUARTER), Math.floor(to / QUARTER)]
    // The newest quarter hour of a counter is on the day of all its others, but not in their hour.
    const isOnOneDay = ({ first: one, last: other }: Known): boolean =>
      hourOf === undefined || (hourly === undefined && dayOf(hourOf(one)) === dayOf(hourOf(other)))
    for (const known of this.#load().values()) {
      if (known.last < first || known.first >= last) continue
      if (!sees(visibility, known.owner) || !isIn(scope, known)) continue
      const { stream } = known
      if (known.first >= start && known.last < end && isOnOneDay(known)) {
        sums.add(known, ...present(topics.map((topic) => this.#wholeOf(topic, stream))).map(onOneDay))
        continue
      }
      const parts = present(topics.map((topic) => this.#quartersOf(topic, stream)))
      const [before = [], after = []] = this.#edges(stream, topics, parts, between)
      sums.add(known, ...before, ...parts.map((cells) => ({ cells, from: start, to: end })), ...after)
    }
    return sums
  }

  /** Returns the counts in the parts of quarter hours at the start and the end of a period, from the rows of a session. */
  #edges(stream: number, topics: readonly Topic[], parts: readonly Cells[], { from, to }: Between) {
    const [first, last] = [Math.floor(from / QUARTER), Math.ceil(to / QUARTER) - 1]
    const [start, end] = [Math.ceil(from / QUARTER), Math.floor(to / QUARTER)]
    const isCut = (quarter: number): boolean =>
      (quarter < start || quarter >= end) && parts.some((cells) => has(cells, quarter))
    const wanted = [isCut(first) ? first : null, last !== first && isCut(last) ? last : null] as const
    if (wanted.every((quarter) => quarter === null)) return [[], []]
    const rows = this.rowsOf(stream)
    return wanted.map((quarter) => {
      if (quarter === null || rows === undefined) return []
      const within = { from: Math.max(from, quarter * QUARTER), to: Math.min(to, (quarter + 1) * QUARTER) }
      const { stored } = encoded(occurrencesOf(rows, within))
      const rowsIn = present(topics.map((topic) => stored.get(topic)))
      return rowsIn.map((row) => throughout(byQuarter(row, this.#names)))
    })
  }

  #load(): ReadonlyMap<number, Known> {
    if (this.#known !== null) return this.#known
    const rows = this.file.own
      .prepare(
        'select stream, owner, status, source, provider, cwd, model, main_status as mainStatus, first, last from session_count',
      )
      .all() as Known[]
    return (this.#known = new Map(rows.map((row) => [row.stream, row])))
  }

  #wholeOf(topic: Topic, stream: number): Cells | null {
    return this.#whole.get(topic, stream, () => this.#read(topic, stream, asWhole))
  }

  #quartersOf(topic: Topic, stream: number): Cells | null {
    return this.#quarters.get(topic, stream, () => this.#read(topic, stream, byQuarter))
  }

  #read(topic: Topic, stream: number, decode: typeof byQuarter): Cells | null {
    const row = this.file.own
      .prepare('select names, cells from session_cells where stream = ? and topic = ?')
      .get(stream, topic) as StoredCells | undefined
    return row === undefined ? null : decode(row, this.#names)
  }
}

const dayOf = (hour: number): number => Math.floor(hour / 24)

const throughout = (cells: Cells) => ({ cells, from: -Infinity, to: Infinity })

const onOneDay = (cells: Cells) => ({ cells, from: -Infinity, to: Infinity, isOneDay: true })

const present = <T>(found: readonly (T | null | undefined)[]): readonly T[] =>
  found.filter((one) => one !== null && one !== undefined)

const isIn = (scope: PeriodScope, group: SessionGroup): boolean =>
  isOneOf(scope.sources, group.source) &&
  isOneOf(scope.providers, group.provider) &&
  isOneOf(scope.cwds, group.cwd ?? '') &&
  isOneOf(scope.models, group.model ?? '') &&
  (scope.status === undefined || scope.status === group.status)

const isOneOf = (wanted: readonly string[], value: string): boolean => wanted.length === 0 || wanted.includes(value)

const has = ({ quarters }: Cells, wanted: number): boolean => {
  for (let i = 0; i < quarters.length; i++) if (quarters[i] === wanted) return true
  return false
}
