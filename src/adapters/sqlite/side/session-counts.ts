import { sees, type Visibility } from '../../../domain/access/visibility.js'
import {
  type Between,
  occurrencesOf,
  type QuarterCounts,
  type TimedRows,
} from '../../../domain/insights/occurrences.js'
import { type Cells, type Kept, Names, PeriodSums, type SessionGroup } from '../../../domain/insights/period-sums.js'
import { QUARTER } from '../../../domain/time.js'
import type { PeriodScope } from '../../../projections/queries/insights/scope.js'
import type { InsightSource } from '../../../projections/queries/insights/rows.js'
import type { SideFile } from './side-file.js'
import { packed, unpacked } from './varints.js'

/** Names of counters that are held before all are forgotten: names come from transcripts. */
const MOST_NAMES = 200_000
/** Counts that are held in memory, 16 bytes each. */
const MOST_HELD = 3_000_000

interface Known extends SessionGroup {
  readonly first: number
  readonly last: number
}

interface Stored {
  readonly names: string
  readonly cells: Buffer
}

type RowsOf = (stream: number) => TimedRows | undefined

/**
 * What happened in each session by quarter hour, stored, and read for the sessions of a period. The cost of an answer depends on
 * the sessions that were active in its period, not on the length of the history.
 */
export class SessionCounts {
  #names = new Names()
  #known: Map<number, Known> | null = null
  /** In the order of their last use. */
  readonly #held = new Map<number, Cells>()
  #heldCounts = 0

  constructor(
    private readonly file: SideFile,
    /** Returns the current rows of a session, for the parts of quarter hours at the edges of a period. */
    private readonly rowsOf: RowsOf,
  ) {}

  /** Stores the counts of a session again, in the caller's transaction; without rows they are deleted. */
  replace(stream: number, rows: InsightSource | undefined): void {
    this.#drop(stream)
    if (rows === undefined) {
      this.#known?.delete(stream)
      this.file.own.prepare('delete from session_count where stream = ?').run(stream)
      return
    }
    const { names, numbers, first, last } = encoded(occurrencesOf(rows))
    const { owner, status, source, provider, cwd, session } = rows
    const mainStatus = rows.agents.find(({ isMain }) => isMain)?.status ?? null
    const group: SessionGroup = { stream, owner, status, source, provider, cwd, model: session.model, mainStatus }
    this.#known?.set(stream, { ...group, first, last })
    this.file.own
      .prepare(
        `insert or replace into session_count (stream, owner, status, source, provider, cwd, model, main_status, first, last, names, cells)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(stream, owner, status, source, provider, cwd, session.model, mainStatus, first, last, names, packed(numbers))
  }

  /** Forgets everything in memory. */
  startOver(): void {
    this.#names = new Names()
    this.#known = null
    this.#held.clear()
    this.#heldCounts = 0
  }

  /** Sums what happened between two instants in the sessions of a scope. */
  sums(visibility: Visibility, scope: PeriodScope, { from, to }: Between, keep: Kept = {}): PeriodSums {
    if (this.#names.size > MOST_NAMES) this.startOver()
    const sums = new PeriodSums(this.#names, keep)
    if (!(from < to)) return sums
    const [first, last] = [Math.floor(from / QUARTER), Math.ceil(to / QUARTER)]
    const [start, end] = [Math.ceil(from / QUARTER), Math.floor(to / QUARTER)]
    for (const known of this.#load().values()) {
      if (known.last < first || known.first >= last) continue
      if (!sees(visibility, known.owner) || !isIn(scope, known)) continue
      const cells = this.#cellsOf(known.stream)
      if (cells === undefined) continue
      const edges = [first, last - 1].filter((quarter) => (quarter < start || quarter >= end) && has(cells, quarter))
      if (edges.length === 0) {
        sums.add(known, { cells, from: start, to: end })
        continue
      }
      const rows = this.rowsOf(known.stream)
      const part = (quarter: number) => {
        const within = {
          from: Math.max(from, quarter * QUARTER),
          to: Math.min(to, (quarter + 1) * QUARTER),
        }
        return {
          cells: this.#cellsFrom(rows === undefined ? new Map() : occurrencesOf(rows, within)),
          from: 0,
          to: Infinity,
        }
      }
      const [before, after] = [
        edges.includes(first) ? [part(first)] : [],
        last - 1 !== first && edges.includes(last - 1) ? [part(last - 1)] : [],
      ]
      sums.add(known, ...before, { cells, from: start, to: end }, ...after)
    }
    return sums
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

  #cellsOf(stream: number): Cells | undefined {
    const held = this.#held.get(stream)
    if (held !== undefined) {
      this.#held.delete(stream)
      this.#held.set(stream, held)
      return held
    }
    const row = this.file.own.prepare('select names, cells from session_count where stream = ?').get(stream) as
      | Stored
      | undefined
    if (row === undefined) return undefined
    const cells = decoded(row, this.#names)
    this.#held.set(stream, cells)
    this.#heldCounts += cells.ids.length
    for (const oldest of this.#held.keys()) {
      if (this.#heldCounts <= MOST_HELD || oldest === stream) break
      this.#drop(oldest)
    }
    return cells
  }

  #cellsFrom(quarters: QuarterCounts): Cells {
    const { names, numbers } = encoded(quarters)
    return decoded({ names, cells: packed(numbers) }, this.#names)
  }

  #drop(stream: number): void {
    this.#heldCounts -= this.#held.get(stream)?.ids.length ?? 0
    this.#held.delete(stream)
  }
}

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

/** Encodes counts as names and numbers: for each quarter hour its distance from the last, how many counts, and these. */
const encoded = (quarters: QuarterCounts) => {
  const indexes = new Map<string, number>()
  const numbers: number[] = []
  const ordered = [...quarters].toSorted(([a], [b]) => a - b)
  const first = ordered[0]?.[0] ?? 0
  let before = 0
  for (const [quarter, counts] of ordered) {
    numbers.push(quarter - before, counts.size)
    before = quarter
    for (const [name, n] of counts) {
      let index = indexes.get(name)
      if (index === undefined) indexes.set(name, (index = indexes.size))
      numbers.push(index, n)
    }
  }
  return { names: JSON.stringify([...indexes.keys()]), numbers, first, last: before }
}

const decoded = (row: Stored, names: Names): Cells => {
  const ids = (JSON.parse(row.names) as string[]).map((name) => names.idOf(name))
  const numbers = unpacked(row.cells)
  let many = 0
  for (let i = 0; i < numbers.length; ) {
    const size = numbers[i + 1] ?? 0
    many += size
    i += 2 + 2 * size
  }
  const cells = { quarters: new Int32Array(many), ids: new Int32Array(many), counts: new Float64Array(many) }
  let [quarter, at] = [0, 0]
  for (let i = 0; i < numbers.length; ) {
    quarter += numbers[i++] ?? 0
    for (let size = numbers[i++] ?? 0; size > 0; size--) {
      cells.quarters[at] = quarter
      cells.ids[at] = ids[numbers[i++] ?? 0] ?? 0
      cells.counts[at++] = numbers[i++] ?? 0
    }
  }
  return cells
}
