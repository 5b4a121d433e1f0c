import { PAYLOAD_TEXT } from '../../../projections/hook-payload.js'
import type { SideFile } from './side-file.js'

const ROWS = 512
const MOST_LETTERS = 4096
/** A log that has grown by this factor is sampled again. */
const GROWTH = 1.5

/**
 * Rows of the event list, evenly spread over the log. They estimate which of two texts is rarer, where counting would read half
 * the index. In memory only, and dropped when rows are erased.
 */
export class TextSample {
  #texts: readonly string[] = []
  #head = 0

  constructor(private readonly file: SideFile) {}

  /** Returns in how many sampled rows a text occurs, ignoring case. */
  frequency(text: string): number {
    const sought = text.toLowerCase()
    return this.#current().reduce((count, held) => (held.includes(sought) ? count + 1 : count), 0)
  }

  forget(): void {
    this.#texts = []
    this.#head = 0
  }

  #current(): readonly string[] {
    const head = this.file.head()
    if (head > this.#head * GROWTH) {
      this.#texts = this.#take(head)
      this.#head = head
    }
    return this.#texts
  }

  #take(head: number): readonly string[] {
    const rows = Math.min(ROWS, head)
    const positions = Array.from({ length: rows }, (_, i) => 1 + Math.floor((i * head) / rows))
    return this.file.source
      .prepare<[string], string>(
        `select substr(${PAYLOAD_TEXT}, 1, ${MOST_LETTERS}) from json_each(?) j join log l on l.position = j.value
         join p_event e on e.at = cast(l.occurred_at as integer) and e.id = l.position`,
      )
      .pluck()
      .all(JSON.stringify(positions))
      .map((text) => text.toLowerCase())
  }
}
