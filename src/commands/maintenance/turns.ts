/** Work that must not meet: what comes while something is under way waits for its turn. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<A>(work: () => Promise<A>): Promise<A> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }
}
