import type { Cells } from '../../../domain/insights/period-sums.js'
import type { Topic } from '../../../domain/insights/topics.js'

/** Cells of sessions in memory, by topic, up to a number of counts. The ones that were read first are dropped first. */
export class HeldCells {
  readonly #topics = new Map<Topic, Map<number, Cells | null>>()
  #counts = 0

  constructor(private readonly most: number) {}

  /** Returns the cells of a session; null if it has none in this topic. */
  get(topic: Topic, stream: number, read: () => Cells | null): Cells | null {
    let held = this.#topics.get(topic)
    if (held === undefined) this.#topics.set(topic, (held = new Map()))
    const known = held.get(stream)
    if (known !== undefined) return known
    const cells = read()
    held.set(stream, cells)
    this.#counts += cells?.ids.length ?? 0
    for (const oldest of held.keys()) {
      if (this.#counts <= this.most || oldest === stream) break
      this.#counts -= held.get(oldest)?.ids.length ?? 0
      held.delete(oldest)
    }
    return cells
  }

  drop(stream: number): void {
    for (const held of this.#topics.values()) {
      this.#counts -= held.get(stream)?.ids.length ?? 0
      held.delete(stream)
    }
  }

  clear(): void {
    this.#topics.clear()
    this.#counts = 0
  }
}
