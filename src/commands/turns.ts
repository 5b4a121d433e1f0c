/** A queue for work that must not run concurrently. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<A>(work: () => Promise<A>): Promise<A> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }
}
