import type { Recorded } from '../../events/envelope.js'

const MOST_TOLD = 10_000

/**
 * Tracks the usage in commits since the sums of the whole table were last compared.
 *
 * Spans of days are read again when one of their lines was committed. That finds every change but one kind: a message with lines
 * in several spans, which moves to the owner of its best line or grows where it was. If the number of added messages equals the
 * number of seen ones, each within one span, all of them were new and none is of that kind.
 */
export class UsageWatch {
  readonly #told = new Map<string, number>()
  #compared = 0
  #unclear = true

  /** Records a commit; returns the spans that it changes. */
  saw(events: readonly Recorded[], spanOf: (event: Recorded) => number): ReadonlySet<number> {
    const spans = new Set<number>()
    for (const event of events) {
      if ((event.type !== 'reply-recorded' && event.type !== 'usage-recorded') || event.data.usage === null) continue
      const span = spanOf(event)
      spans.add(span)
      const { message } = event.data
      if ((this.#told.get(message) ?? span) !== span || this.#told.size >= MOST_TOLD) this.#unclear = true
      else this.#told.set(message, span)
    }
    return spans
  }

  /** Whether nothing can have changed outside the spans that were read again, given the current number of messages. */
  isClear(messages: number): boolean {
    return !this.#unclear && messages === this.#compared + this.#told.size
  }

  /** Call after all sums were compared, or read again. */
  compared(messages: number): void {
    this.#told.clear()
    this.#compared = messages
    this.#unclear = false
  }
}
