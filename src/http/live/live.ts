import { type Observable, Subscription } from 'rxjs'
import type { Committed } from '../../events/commit.js'
import type { EventType } from '../../events/envelope.js'
import { isErasure } from '../../events/kinds.js'
import type { Touched, TouchedKind } from '../../projections/touched.js'
import type { Announcers, EventOf, Tell } from './announcer.js'
import { announceBulkChange } from './announcers/service.js'
import type { Announcement, Outbox, Readers } from './rooms.js'
import type { LiveSocket } from './socket.js'
import { type Pace, type StateChange, StateFeed } from './state-feed.js'

interface LiveParts {
  readonly committed: Observable<Committed>
  readonly socket: Pick<LiveSocket, 'announce' | 'forget'>
  readonly pace: Pace
  readonly monotonic: () => number
  /** Whether all tables can be read. Once they can, clients are asked to re-read. */
  readonly ready: () => boolean
  /** Receives the duration of each announcement of changed rows, in seconds. */
  readonly took: (seconds: number) => void
  readonly complain: (line: string) => void
}

/** The only sender of messages: it runs the announcer of whatever changed. */
export class Live {
  readonly #feed: StateFeed
  readonly #subscription = new Subscription()
  #announcers: Announcers | null = null

  constructor(private readonly parts: LiveParts) {
    this.#feed = new StateFeed(parts.committed, parts.pace)
  }

  /** Starts to announce. Nothing is announced before, when no client can be connected. */
  start(announcers: Announcers): void {
    this.#announcers = announcers
    this.#subscription.add(this.parts.committed.subscribe(({ events }) => this.#announceEvents(announcers, events)))
    this.#subscription.add(this.#feed.changes.subscribe((change) => this.#announceState(announcers, change)))
  }

  /** Announces something that is not a committed change. */
  readonly tell: Tell = (signal, about) => {
    const announcer = this.#announcers?.signals[signal]
    if (announcer !== undefined) this.#announce((out) => announcer(about, out))
  }

  /** Announces everything that is held back. */
  flush(): void {
    this.#feed.flush()
  }

  /** Announces what is held back, then stops. */
  close(): void {
    this.flush()
    this.#subscription.unsubscribe()
  }

  #announceEvents({ events: announcers }: Announcers, events: Committed['events']): void {
    // Messages about erased rows must not be replayed to clients that reconnect.
    if (events.some(isErasure)) this.parts.socket.forget()
    const announced = events.filter(({ type }) => announcers[type] !== undefined)
    if (announced.length === 0) return
    this.#announceTables((out) => {
      for (const event of announced) announceEvent(announcers, event, out)
    })
  }

  #announceState(announcers: Announcers, change: StateChange): void {
    const { monotonic, took } = this.parts
    const startedAt = monotonic()
    this.#announceTables((out) => {
      if (change.kind === 'rows') for (const readers of out.readers) announceRows(announcers.rows, change.rows, readers)
      else announcers.state[change.kind](out)
    })
    took(monotonic() - startedAt)
  }

  #announceTables(announcement: Announcement): void {
    if (this.parts.ready()) this.#announce(announcement)
    else this.parts.socket.forget()
  }

  /** Runs an announcement after the response, where no caller catches an error. */
  #announce(announcement: Announcement): void {
    try {
      this.parts.socket.announce(announcement)
    } catch (error) {
      this.parts.complain(`changes could not be sent to clients: ${String(error)}`)
      // The clients have missed messages.
      this.parts.socket.announce(announceBulkChange)
    }
  }
}

const announceEvent = <T extends EventType>(announcers: Announcers['events'], event: EventOf<T>, out: Outbox): void =>
  announcers[event.type]?.(event, out)

const announceRows = (announcers: Announcers['rows'], rows: Touched, readers: Readers): void => {
  const announce = <K extends TouchedKind>(kind: K): void => {
    const changed = rows.of(kind)
    if (changed.size > 0) announcers[kind](changed, readers)
  }
  for (const kind of Object.keys(announcers) as TouchedKind[]) announce(kind)
}
