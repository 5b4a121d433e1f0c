import type { FromThread } from './protocol.js'

type Item = Extract<FromThread, { readonly kind: 'item' }>

/** The answers to one question, in order, and the caller that waits for the next one. */
export class Answers {
  readonly #arrived: Exclude<FromThread, { readonly kind: 'report' }>[] = []
  #wake: (() => void) | null = null
  #broken: { readonly reason: unknown } | null = null

  push(answer: Exclude<FromThread, { readonly kind: 'report' }>): void {
    this.#arrived.push(answer)
    this.#wake?.()
  }

  fail(reason: unknown): void {
    this.#broken = { reason }
    this.#wake?.()
  }

  /** Returns the next item; null when the stream has none. */
  async next(): Promise<Item | null> {
    for (;;) {
      const answer = this.#arrived.shift()
      if (answer?.kind === 'failed') throw new Error(answer.message)
      if (answer?.kind === 'end') return null
      if (answer !== undefined) return answer
      if (this.#broken !== null) throw this.#broken.reason
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
