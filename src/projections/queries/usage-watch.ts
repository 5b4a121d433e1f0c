import type { Recorded } from '../../events/envelope.js'

const MOST_TOLD = 10_000

/**
 * What commits told of usage since the sums of the whole table were last compared.
 *
 * Spans of days are read again when a line of theirs was committed. That finds every change but one kind: a message with
 * lines in several spans, which moves to the owner of its best line or grows where it was. When as many messages were
 * added as were told of, each within one span, all of them were new and none of that kind is among them.
 */
export class UsageWatch {
  readonly #told = new Map<string, number>()
  #compared = 0
  #unclear = true

  /** Takes note of a commit; says which spans it changes. */
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

  /** Whether nothing can have changed outside the spans that were read again, given the messages there are. */
  isClear(messages: number): boolean {
    return !this.#unclear && messages === this.#compared + this.#told.size
  }

  /** All sums were compared, or read anew. */
  compared(messages: number): void {
    this.#told.clear()
    this.#compared = messages
    this.#unclear = false
  }
}
