import type { FromWorker } from './messages.js'

/** The answers to one request, in order, and the caller that waits for the next one. */
export class Answers {
  private readonly arrived: FromWorker[] = []
  private wake: (() => void) | null = null
  private broken: Error | null = null
  /** Whether the last answer has arrived, even if it was not consumed yet. */
  complete = false

  push(answer: FromWorker): void {
    this.complete = answer.kind !== 'slice' || answer.last
    this.arrived.push(answer)
    this.wake?.()
  }

  fail(error: Error): void {
    this.broken = error
    this.wake?.()
  }

  async next(): Promise<FromWorker> {
    for (;;) {
      const answer = this.arrived.shift()
      if (answer?.kind === 'failed') throw new Error(answer.message)
      if (answer !== undefined) return answer
      if (this.broken !== null) throw this.broken
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }
}
