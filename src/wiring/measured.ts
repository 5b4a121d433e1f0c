import type { Clock } from '../commands/ports/clock.js'

/** Wraps `work` so that each success reports its duration in seconds. */
export const measured =
  <I, A>(work: (input: I) => Promise<A>, { monotonic }: Clock, tell: (seconds: number) => void) =>
  async (input: I): Promise<A> => {
    const began = monotonic()
    const result = await work(input)
    tell(monotonic() - began)
    return result
  }
