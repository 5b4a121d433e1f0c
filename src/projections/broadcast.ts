import type { Subject } from 'rxjs'
import type { Committed } from '../events/commit.js'
import { isErasure, isPricingEvent } from '../events/kinds.js'

/** Rows to announce now. A row is announced at once, then at most every 100 ms while it keeps changing. */
export interface Announcement {
  readonly sessions: ReadonlyMap<number, 'created' | 'updated'>
  /** Keys are `<stream>/<agent id>`. */
  readonly agents: ReadonlyMap<string, 'created' | 'updated'>
  readonly events: readonly number[]
  /** Runs of the workflow tool, by `<stream>/<run id>`. */
  readonly workflows: ReadonlySet<string>
  /** Many rows changed without a message for each: clients must reload. */
  readonly bulk: boolean
  /** The pricing rules changed, and with them every cost. */
  readonly pricing: boolean
  /** The figures over all sessions changed, and their interval allows to send them again. */
  readonly stats: boolean
}

export interface BroadcastParts {
  readonly committed: Subject<Committed>
  readonly announce: (announcement: Announcement) => void
  readonly now: () => number
  readonly later: (milliseconds: number, work: () => void) => () => void
}

const INTERVAL_MS = 100
/** The figures over all sessions change with every row, and computing them reads all sessions. */
const STATS_INTERVAL_MS = 1000
/**
 * Changes in quick succession are announced together: the pause is too short to notice, and each announcement wakes every open
 * page. A single change is announced at once.
 */
const PAUSE_MS = 50

/** Turns commits into announcements: the first change at once, then the latest state, at most ten times a second per row. */
export class Broadcaster {
  readonly #sessions = new Throttle<number>()
  readonly #agents = new Throttle<string>()
  readonly #workflows = new Throttle<string>()
  #events: number[] = []
  #bulk = false
  #pricing = false
  /** Changed since they were last sent. */
  #statsHeld = false
  /** Set while their last interval has not passed. */
  #cancelStats: (() => void) | null = null
  #cancel: (() => void) | null = null
  #scheduled = false
  #announcedAt = Number.NEGATIVE_INFINITY
  readonly #unsubscribe: () => void

  constructor(private readonly parts: BroadcastParts) {
    const subscription = parts.committed.subscribe((commit) => this.#take(commit))
    this.#unsubscribe = () => subscription.unsubscribe()
  }

  /** Announces what is held back, then stops. */
  close(): void {
    this.#unsubscribe()
    this.#cancel?.()
    this.flush()
    this.#cancelStats?.()
  }

  /** Announces everything that is held back. */
  flush(): void {
    this.#endStatsPause()
    this.#announce(true)
  }

  #take({ events, touched, quiet }: Committed): void {
    if (events.some(isPricingEvent)) this.#pricing = true
    if (quiet || events.some(isErasure)) this.#bulk = true
    else {
      for (const rows of touched) {
        for (const id of rows.events) this.#events.push(id)
        for (const stream of rows.sessions) this.#sessions.touch(stream, rows.createdSessions.has(stream))
        for (const run of rows.workflows) this.#workflows.touch(run, false)
        for (const agent of rows.agents) this.#agents.touch(agent, rows.createdAgents.has(agent))
      }
    }
    if (this.#scheduled) return
    this.#scheduled = true
    const announce = (): void => {
      this.#scheduled = false
      this.#announce(false)
    }
    const wait = this.#announcedAt + PAUSE_MS - this.parts.now()
    // After the responses of the batch: callers that wait for their commit come first.
    if (wait <= 0) setImmediate(announce)
    else this.parts.later(wait, announce)
  }

  #announce(all: boolean): void {
    const now = this.parts.now()
    this.#announcedAt = now
    const sessions = this.#sessions.due(now, all)
    const agents = this.#agents.due(now, all)
    const workflows = new Set(this.#workflows.due(now, all).keys())
    const events = this.#events
    const bulk = this.#bulk && all
    const pricing = this.#pricing
    this.#events = []
    this.#pricing = false
    if (bulk) this.#bulk = false
    const changed = sessions.size + agents.size + events.length + workflows.size > 0 || bulk || pricing
    const stats = this.#statsDue(changed, pricing)
    if (changed || stats) this.parts.announce({ sessions, agents, events, workflows, bulk, pricing, stats })
    const held = this.#sessions.holds || this.#agents.holds || this.#workflows.holds || this.#bulk
    if (held && this.#cancel === null) {
      this.#cancel = this.parts.later(this.#bulk ? INTERVAL_MS * 10 : INTERVAL_MS, () => {
        this.#cancel = null
        this.#announce(true)
      })
    }
  }
  /** Whether to send the figures now: at once, then once per interval while they change. */
  #statsDue(changed: boolean, atOnce: boolean): boolean {
    this.#statsHeld ||= changed
    if (!this.#statsHeld) return false
    if (atOnce) this.#endStatsPause()
    if (this.#cancelStats !== null) return false
    this.#statsHeld = false
    this.#cancelStats = this.parts.later(STATS_INTERVAL_MS, () => {
      this.#cancelStats = null
      if (this.#statsHeld) this.#announce(false)
    })
    return true
  }

  #endStatsPause(): void {
    this.#cancelStats?.()
    this.#cancelStats = null
  }
}

/** The rows of one kind that wait for their next announcement. */
class Throttle<K> {
  readonly #waiting = new Map<K, 'created' | 'updated'>()
  readonly #sent = new Map<K, number>()

  get holds(): boolean {
    return this.#waiting.size > 0
  }

  touch(key: K, created: boolean): void {
    const held = this.#waiting.get(key)
    this.#waiting.set(key, created || held === 'created' ? 'created' : 'updated')
  }

  due(now: number, all: boolean): Map<K, 'created' | 'updated'> {
    for (const [key, at] of this.#sent) if (now - at >= INTERVAL_MS) this.#sent.delete(key)
    const due = new Map<K, 'created' | 'updated'>()
    for (const [key, change] of this.#waiting) {
      if (!all && this.#sent.has(key)) continue
      due.set(key, change)
      this.#sent.set(key, now)
      this.#waiting.delete(key)
    }
    return due
  }
}
