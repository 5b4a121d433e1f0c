import type { Provider } from '../tools/catalog.js'
import type { Names } from './names.js'
import { Tally } from './tally.js'
import { type Topic, topicOf } from './topics.js'

/**
 * Counts of one session: by quarter hour in order, or of the whole session, where each counter has the newest quarter hour in which
 * it was counted.
 */
export interface Cells {
  readonly quarters: ArrayLike<number>
  readonly ids: ArrayLike<number>
  readonly counts: ArrayLike<number>
}

/** Counts of one session from quarter hour `from` (inclusive) to `to` (exclusive). */
interface Part {
  readonly cells: Cells
  readonly from: number
  readonly to: number
  /** Whether all of it happened on one day, so that its zone is asked once. */
  readonly isOneDay?: boolean
}

/** What a session is grouped and filtered by. */
export interface SessionGroup {
  readonly stream: number
  readonly owner: string
  readonly status: string
  readonly source: string
  readonly provider: Provider
  readonly cwd: string | null
  readonly model: string | null
  /** The status of its main agent; null if it has none. */
  readonly mainStatus: string | null
}

/** What to sum, and what to keep beside the sums; each function sees a counter's kind and parts, once per name. */
export interface Kept {
  /** The topics that are summed; all if missing. */
  readonly topics?: readonly Topic[]
  /** Returns the series of days to which a counter adds, or null. */
  readonly series?: (kind: string, parts: readonly string[]) => string | null
  /** Returns the local hour of a quarter hour, counted from 1970; needed for series. */
  readonly hourOf?: (quarter: number) => number
  /** Whether a counter is summed by weekday and hour. */
  readonly hourly?: (kind: string, parts: readonly string[]) => boolean
  /** Returns the key under which a counter is kept for each session, or null. */
  readonly bySession?: (kind: string, parts: readonly string[]) => string | null
  /** Returns the rank of a counter, or null; the highest is kept for each session. */
  readonly rank?: (kind: string, parts: readonly string[]) => number | null
}

/** What was kept of one session: the sum of each key, and its newest quarter hour. */
export interface KeptOfSession {
  readonly group: SessionGroup
  readonly counts: ReadonlyMap<string, { readonly n: number; readonly last: number }>
}

/** How a counter is used besides its sum. */
interface Use {
  readonly isActive: boolean
  /** The series to which it adds. */
  readonly days: Map<Provider, Map<number, number>> | null
  readonly isHourly: boolean
  readonly key: string | null
  readonly rank: number
  /** What it adds to a day of the series next: neighbouring sessions mostly have the same day and provider. */
  provider: Provider
  day: number
  n: number
}

const ONLY_SUMMED: Use = {
  isActive: false,
  days: null,
  isHourly: false,
  key: null,
  rank: -Infinity,
  provider: 'claude',
  day: 0,
  n: 0,
}

/** Sums of what happened in a period, over sessions. */
export class PeriodSums {
  /** Sessions that were active. */
  readonly active: SessionGroup[] = []
  readonly kept: KeptOfSession[] = []
  /** The highest rank in each session that has one. */
  readonly ranks: { readonly group: SessionGroup; readonly rank: number }[] = []
  /** Active sessions by provider and day. */
  readonly activeDays = new Map<Provider, Map<number, number>>()
  /** Counts by hour of the week, Monday first: 0 to 167. */
  readonly hours = new Map<number, number>()
  #sums = new Float64Array(1024)
  #sessions = new Int32Array(1024)
  #seen = new Int32Array(1024)
  readonly #uses: (Use | undefined)[] = []
  readonly #series = new Map<string, Map<Provider, Map<number, number>>>()
  #session = 0

  constructor(
    private readonly names: Names,
    private readonly keep: Kept = {},
  ) {}

  /** Returns the counts by series and provider, and by day. */
  get series(): ReadonlyMap<string, Map<Provider, Map<number, number>>> {
    for (const use of this.#uses) if (use !== undefined) addToDay(use)
    return this.#series
  }

  /** Adds what happened in a session within the bounds of each part. */
  add(group: SessionGroup, ...parts: readonly Part[]): void {
    this.#session += 1
    this.#grow()
    const { provider } = group
    const { hourOf } = this.keep
    const [sums, sessions, seen, uses, session] = [this.#sums, this.#sessions, this.#seen, this.#uses, this.#session]
    let own: Map<string, { n: number; last: number }> | null = null
    let isActive = false
    let highest = -Infinity
    let lastDay = Number.NaN
    for (const { cells, from, to, isOneDay = false } of parts) {
      const { quarters, ids, counts } = cells
      let hour = Number.NaN
      for (let i = 0; i < ids.length; i++) {
        const quarter = quarters[i] ?? 0
        if (quarter < from) continue
        if (quarter >= to) break
        const id = ids[i] ?? 0
        const n = counts[i] ?? 0
        sums[id] = (sums[id] ?? 0) + n
        if (seen[id] !== session) {
          seen[id] = session
          sessions[id] = (sessions[id] ?? 0) + 1
        }
        // Most counters are only summed.
        const use = uses[id] ?? this.#useOf(id)
        if (use === ONLY_SUMMED) continue
        isActive ||= use.isActive
        if (use.rank > highest) highest = use.rank
        if (use.key !== null) {
          own ??= new Map()
          const entry = own.get(use.key)
          if (entry === undefined) own.set(use.key, { n, last: quarter })
          else {
            entry.n += n
            entry.last = Math.max(entry.last, quarter)
          }
        }
        if (hourOf === undefined) continue
        if (!isOneDay || Number.isNaN(hour)) hour = hourOf(quarter)
        const day = Math.floor(hour / 24)
        if (use.days !== null) {
          if (use.day !== day || use.provider !== provider) {
            addToDay(use)
            use.day = day
            use.provider = provider
          }
          use.n += n
        }
        // 1 January 1970 was a Thursday.
        if (use.isHourly) bump(this.hours, (hour + 3 * 24) % 168, n)
        if (use.isActive && day !== lastDay) {
          bump(mapIn(this.activeDays, provider), day, 1)
          lastDay = day
        }
      }
    }
    if (isActive) this.active.push(group)
    if (own !== null) this.kept.push({ group, counts: own })
    if (highest > -Infinity) this.ranks.push({ group, rank: highest })
  }

  /** Returns the counters of a kind with the number of sessions that have each. */
  of(kind: string): readonly { readonly parts: readonly string[]; readonly n: number; readonly sessions: number }[] {
    this.#demand(kind)
    const found: { parts: readonly string[]; n: number; sessions: number }[] = []
    for (const id of this.names.ofKind(kind)) {
      const sessions = this.#sessions[id] ?? 0
      if (sessions > 0) found.push({ parts: this.names.partsOf(id), n: this.#sums[id] ?? 0, sessions })
    }
    return found
  }

  /** Returns the sum of a counter without parts, and the number of sessions that have it. */
  get(kind: string): { readonly n: number; readonly sessions: number } {
    this.#demand(kind)
    const id = this.names.idOf(kind)
    return { n: this.#sums[id] ?? 0, sessions: this.#sessions[id] ?? 0 }
  }

  /** Returns the sums of the topics as the tally from which workflow aggregates are built. */
  tally(): Tally {
    const tally = new Tally()
    for (let id = 0; id < this.names.size; id++) {
      const sessions = this.#sessions[id] ?? 0
      if (sessions === 0) continue
      const kind = this.names.kindOf(id)
      const parts = this.names.partsOf(id)
      const n = this.#sums[id] ?? 0
      tally.add(n, kind, ...parts)
      if (kind === 'type' || kind === 'skill' || kind === 'pattern') tally.add(sessions, `${kind}-sessions`, ...parts)
      else if (kind === 'compactions') tally.add(sessions, 'compacted')
      else if (kind === 'failed') tally.add(sessions, 'errored')
      // The depth of a session is the number of depths that it has.
      else if (kind === 'deep') tally.add(sessions, 'depth')
      else if (kind === 'call') {
        const [tool = '', outcome = ''] = parts
        if (tool !== '') tally.add(n, 'tool', tool)
        if (outcome !== 'open') tally.add(n, 'finished', tool, outcome)
      }
    }
    tally.add(this.active.length - (this.#sessions[this.names.idOf('subagents')] ?? 0), 'solo')
    for (const { status, model, mainStatus } of this.active) {
      tally.add(1, 'session', status)
      if (mainStatus !== null) {
        tally.add(1, 'agents')
        tally.add(1, 'mains')
        tally.add(1, 'agent-type', '')
        tally.add(1, 'agent-status', mainStatus)
      }
      if (model !== null) tally.add(1, 'main-model', model)
    }
    return tally
  }

  #useOf(id: number): Use {
    const [kind, parts] = [this.names.kindOf(id), this.names.partsOf(id)]
    const { series, hourly, bySession, rank } = this.keep
    const name = series?.(kind, parts) ?? null
    const use = {
      isActive: kind === 'active',
      days: name === null ? null : mapIn(this.#series, name),
      isHourly: hourly?.(kind, parts) ?? false,
      key: bySession?.(kind, parts) ?? null,
      rank: rank?.(kind, parts) ?? -Infinity,
      provider: ONLY_SUMMED.provider,
      day: 0,
      n: 0,
    }
    const isOnlySummed =
      !use.isActive && use.days === null && !use.isHourly && use.key === null && use.rank === -Infinity
    return (this.#uses[id] = isOnlySummed ? ONLY_SUMMED : use)
  }

  /** A sum of a topic that was not read would be zero without a reason. */
  #demand(kind: string): void {
    const { topics } = this.keep
    if (topics !== undefined && !topics.includes(topicOf(kind))) throw new Error(`${kind} is not summed here`)
  }

  /** Names are added while sessions are read. */
  #grow(): void {
    if (this.names.size <= this.#sums.length) return
    const size = this.names.size * 2
    const [sums, sessions, seen] = [new Float64Array(size), new Int32Array(size), new Int32Array(size)]
    sums.set(this.#sums)
    sessions.set(this.#sessions)
    seen.set(this.#seen)
    ;[this.#sums, this.#sessions, this.#seen] = [sums, sessions, seen]
  }
}

const addToDay = (use: Use): void => {
  if (use.days !== null && use.n > 0) bump(mapIn(use.days, use.provider), use.day, use.n)
  use.n = 0
}

const mapIn = <K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> => {
  let map = maps.get(key)
  if (map === undefined) maps.set(key, (map = new Map<L, V>()))
  return map
}

const bump = (counts: Map<number, number>, key: number, n: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + n)
}
