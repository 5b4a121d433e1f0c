import { systemVisibility } from '../../../domain/access/system-visibility.js'
import { sees, seesEverything, type Visibility } from '../../../domain/access/visibility.js'
import { digestOf } from '../../../domain/insights/digest.js'
import { Tally } from '../../../domain/insights/tally.js'
import { skillUsageOf, workflowsOf } from '../../../domain/insights/workflows.js'
import type { Instant } from '../../../domain/time.js'
import { insightRowsOf } from '../../../projections/queries/insights/rows.js'
import { type AskedAt, byDay, type InsightCounts } from '../../../projections/queries/analytics.js'
import { compactedSessions, complexityOf, tokensByModel } from '../../../projections/queries/insights/workflows.js'
import type { InsightQuery } from '../../../projections/queries/insights/scope.js'
import { momentKinOf } from '../../../projections/moment.js'
import { tellersOf } from '../../../projections/tool-call.js'
import type { Gone } from '../erase.js'
import { SessionCounts } from './session-counts.js'
import type { SideFile } from './side-file.js'

const NAME = 'insights'
/** Log positions whose sessions are processed together. */
const SPAN = 5000
/** Sessions that are counted per step. Queries wait for the current step. */
const AT_A_STEP = 8

interface Group {
  readonly owner: string
  readonly status: string
  readonly source: string
  readonly provider: string
}

interface DigestRow extends Group {
  readonly counts: string
}

/**
 * The workflow aggregates: each session's contribution, stored, and the sums by owner, status, source and provider, in memory. When a
 * session changes, its old contribution is subtracted and a new one computed. The cost of an answer depends on the number of
 * distinct names, not on the length of the history.
 */
export class Insights {
  readonly #groups = new Map<string, { readonly group: Group; readonly tally: Tally }>()
  /** The sum of all groups, which most queries ask for. */
  #whole = new Tally()
  #loaded = false
  #merged: { readonly key: string; readonly tally: Tally } | null = null
  /** Changed sessions up to a position of the log that were not counted yet. */
  #pending: number[] = []
  #upTo = 0
  /** What happened when, for sums over a period. */
  readonly counts: SessionCounts

  constructor(private readonly file: SideFile) {
    this.counts = new SessionCounts(file, (stream) => insightRowsOf(file.db, systemVisibility, stream))
  }

  /** Returns the number of log positions not processed yet. */
  behind(): number {
    return this.file.head() - this.file.position(NAME)
  }

  /** Counts the next few changed sessions; false when nothing is new. */
  advance(): boolean {
    this.#load()
    try {
      return this.file.reading(() => this.#follow())
    } catch (error) {
      // The sums in memory may be ahead of the file, so reload them from it.
      this.startOver()
      throw error
    }
  }

  /** Recomputes erased sessions, and those that inherit calls and one-time events from them. */
  forget(gone: readonly Gone[]): void {
    this.#load()
    const streams = new Set(gone.flatMap(({ stream, heirs }) => [stream, ...heirs]))
    this.file.own.transaction(() => {
      for (const stream of streams) this.#replace(stream)
    })()
  }

  startOver(): void {
    this.#groups.clear()
    this.#whole = new Tally()
    this.#merged = null
    this.#loaded = false
    this.#pending = []
    this.counts.startOver()
  }

  workflows(visibility: Visibility, query: InsightQuery, now: Instant) {
    const { db } = this.file
    const { modelDelegation, compaction, ...sums } = workflowsOf(this.#tallyOf(visibility, query), now)
    return {
      ...sums,
      modelDelegation: { ...modelDelegation, tokensByModel: tokensByModel(db, visibility, query) },
      compaction: { ...compaction, perSession: compactedSessions(db, visibility, query) },
      complexity: complexityOf(db, visibility, query),
    }
  }

  skills(visibility: Visibility, query: InsightQuery) {
    return skillUsageOf(this.#tallyOf(visibility, query))
  }

  /** Returns calls by tool, agents by kind, and sessions by start day, for the analytics page. */
  analytics(visibility: Visibility, query: InsightQuery, at: AskedAt): InsightCounts {
    const tally = this.#tallyOf(visibility, query)
    const counted = (kind: string) => tally.of(kind).map(({ parts, n }) => ({ name: parts[0] ?? '', n }))
    return {
      tools: counted('tool'),
      agentTypes: counted('agent-type'),
      subagents: tally.get('subagents'),
      started: byDay(tally.counts('started'), at),
    }
  }

  /** Returns finished calls by tool and outcome. */
  finished(visibility: Visibility, query: InsightQuery) {
    const calls = this.#tallyOf(visibility, query).of('finished')
    return calls.map(({ parts: [tool = '', ok], n }) => ({ tool, ok: ok === 'ok', n }))
  }

  #tallyOf(visibility: Visibility, { status, sources, providers }: InsightQuery): Tally {
    this.#load()
    const isAll = seesEverything(visibility)
    if (isAll && status === undefined && sources.length === 0 && providers.length === 0) return this.#whole
    const key = JSON.stringify([visibility, status, sources, providers])
    if (this.#merged?.key === key) return this.#merged.tally
    const merged = new Tally()
    for (const { group, tally } of this.#groups.values()) {
      if (!sees(visibility, group.owner)) continue
      if (status !== undefined && group.status !== status) continue
      if (sources.length > 0 && !sources.includes(group.source)) continue
      if (providers.length > 0 && !providers.includes(group.provider)) continue
      merged.merge(tally)
    }
    this.#merged = { key, tally: merged }
    return merged
  }

  #follow(): boolean {
    if (this.#pending.length === 0) {
      const after = this.file.position(NAME)
      this.#upTo = Math.min(this.file.head(), after + SPAN)
      if (this.#upTo <= after) return false
      this.#pending = this.#changed(after, this.#upTo)
    }
    const streams = this.#pending.splice(-AT_A_STEP)
    this.file.own.transaction(() => {
      for (const stream of streams) this.#replace(stream)
      // After a crash, sessions that were counted already are counted again.
      if (this.#pending.length === 0) this.file.setPosition(NAME, this.#upTo)
    })()
    return true
  }

  #changed(after: number, upTo: number): number[] {
    const changed = this.file.source
      .prepare<unknown[], { stream: number }>('select distinct stream from log where position > ? and position <= ?')
      .all(after, upTo)
    const streams = new Set(changed.map(({ stream }) => stream))
    for (const { stream } of changed) for (const kin of this.#kinOf(stream, after, upTo)) streams.add(kin)
    return [...streams]
  }

  /**
   * Returns the sessions that share calls or one-time events with this one: each counts in the session that reported it first.
   */
  #kinOf(stream: number, after: number, upTo: number): readonly number[] {
    const calls = this.file.source
      .prepare<unknown[], { id: string }>('select id from p_call where stream = ? and line_pre > ? and line_pre <= ?')
      .all(stream, after, upTo)
    const { db } = this.file
    return [...calls.flatMap(({ id }) => tellersOf(db, id)), ...momentKinOf(db, stream, after, upTo)]
  }

  /** Subtracts a session's old contribution and adds the one of its current rows. */
  #replace(stream: number): void {
    const { own, db } = this.file
    this.#merged = null
    const held = own
      .prepare('select owner, status, source, provider, counts from digest where stream = ?')
      .get(stream) as DigestRow | undefined
    if (held !== undefined) this.#count(held, tallyOf(held), -1)
    const rows = insightRowsOf(db, systemVisibility, stream)
    this.counts.replace(stream, rows)
    if (rows === undefined) {
      own.prepare('delete from digest where stream = ?').run(stream)
      return
    }
    const tally = new Tally()
    digestOf(rows, tally)
    this.#count(rows, tally)
    own
      .prepare(
        'insert or replace into digest (stream, owner, status, source, provider, counts) values (?, ?, ?, ?, ?, ?)',
      )
      .run(stream, rows.owner, rows.status, rows.source, rows.provider, JSON.stringify(tally.entries()))
  }

  #count(group: Group, tally: Tally, sign: 1 | -1 = 1): void {
    this.#group(group).merge(tally, sign)
    this.#whole.merge(tally, sign)
  }

  #group({ owner, status, source, provider }: Group): Tally {
    const name = JSON.stringify([owner, status, source, provider])
    const known = this.#groups.get(name)
    if (known !== undefined) return known.tally
    const tally = new Tally()
    this.#groups.set(name, { group: { owner, status, source, provider }, tally })
    return tally
  }

  #load(): void {
    if (this.#loaded) return
    this.#loaded = true
    const rows = this.file.own.prepare('select owner, status, source, provider, counts from digest').iterate()
    for (const row of rows as Iterable<DigestRow>) this.#count(row, tallyOf(row))
  }
}

const tallyOf = ({ counts }: DigestRow): Tally => new Tally(JSON.parse(counts) as [string, number][])
