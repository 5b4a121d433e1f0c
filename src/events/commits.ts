import { type Observer, Subject, type Subscription } from 'rxjs'
import type { Committed } from './commit.js'

/**
 * The commits, in order. A listener that throws is reported here, since it runs after the response, where no caller catches its
 * error: the other listeners still get this commit, and it gets the next one.
 */
export class Commits extends Subject<Committed> {
  constructor(private readonly onFailure: (error: unknown) => void = raise) {
    super()
  }

  override subscribe(listener?: Partial<Observer<Committed>> | ((commit: Committed) => void) | null): Subscription {
    if (typeof listener !== 'function') return super.subscribe(listener ?? {})
    return super.subscribe((commit) => {
      try {
        listener(commit)
      } catch (error) {
        this.onFailure(error)
      }
    })
  }
}

const raise = (error: unknown): never => {
  throw error
}
