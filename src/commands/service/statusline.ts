import type { Subject } from 'rxjs'
import { after, isNews, readStatus, type StatusReading } from '../../domain/statusline/reading.js'
import { DAY } from '../../domain/time.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import type { Committed } from '../../events/commit.js'
import type { Clock } from '../ports/clock.js'
import type { ReadingStore } from '../ports/readings.js'

const KEEP_DAYS = 8
const MOST = 500

interface StatuslineParts {
  readonly store: ReadingStore
  readonly committed: Subject<Committed>
  readonly clock: Clock
  /** Called when a value changed by a whole percent. */
  readonly onNews: () => void
}

/** Receives what CLIs show in their status lines, and keeps the last reading per session. */
export class StatusReadings {
  readonly #last = new Map<string, StatusReading>()

  constructor(private readonly parts: StatuslineParts) {
    const { store, clock, committed } = parts
    store.forgetBefore(clock.now() - KEEP_DAYS * DAY)
    for (const reading of store.all()) this.#last.set(reading.session, reading)
    committed.subscribe(({ events }) => {
      for (const event of events) {
        if (event.type === 'data-cleared') this.#forgetAll()
        else if (event.type === 'session-purged') this.#forget(event.data.session)
      }
    })
  }

  /** Returns the readings, newest first. */
  get all(): readonly StatusReading[] {
    return [...this.#last.values()].toReversed()
  }

  take(status: unknown): Rejection<'MISSING_SESSION'> | undefined {
    const { store, clock, onNews } = this.parts
    const seen = readStatus(status, clock.now())
    if (seen === null) return reject('MISSING_SESSION', 'session_id is required')
    const before = this.#last.get(seen.session)
    const reading = after(before, seen)
    this.#last.delete(seen.session)
    this.#last.set(seen.session, reading)
    if (!isNews(before, reading)) return undefined
    store.keep(reading)
    for (const old of [...this.#last.keys()].slice(0, -MOST)) this.#forget(old)
    onNews()
    return undefined
  }

  #forget(session: string): void {
    if (this.#last.delete(session)) this.parts.store.forget(session)
  }

  #forgetAll(): void {
    this.#last.clear()
    this.parts.store.forgetAll()
  }
}
