import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as FiberId from 'effect/FiberId'
import { firstOf } from '../ports/within-time.js'

interface Job {
  readonly isUp: boolean
  readonly cancel: Deferred.Deferred<void>
  readonly done: Deferred.Deferred<void>
}

/** The jobs of stacks that wait or run, by lane. */
export class StackJobs {
  readonly #jobs = new Map<number, Map<string, Job>>()

  /** Returns the ids of the jobs of a lane, oldest first. */
  of(lane: number): readonly string[] {
    return [...(this.#jobs.get(lane)?.keys() ?? [])]
  }

  /** Returns the job that brings a stack up. */
  upOf(lane: number): string | undefined {
    return [...(this.#jobs.get(lane) ?? [])].find(([, { isUp }]) => isUp)?.[0]
  }

  /** Adds a job. Returns its work so that it can be cancelled: it is interrupted then, and has ended when `cancel` resolves. */
  add<A, E, R>(lane: number, id: string, isUp: boolean, work: Effect.Effect<A, E, R>): Effect.Effect<void, E, R> {
    const job: Job = {
      isUp,
      cancel: Deferred.unsafeMake(FiberId.none),
      done: Deferred.unsafeMake(FiberId.none),
    }
    const jobs = this.#jobs.get(lane) ?? new Map<string, Job>()
    this.#jobs.set(lane, jobs.set(id, job))
    const leave = Effect.suspend(() => {
      jobs.delete(id)
      if (jobs.size === 0 && this.#jobs.get(lane) === jobs) this.#jobs.delete(lane)
      return Deferred.succeed(job.done, undefined)
    })
    return Effect.ensuring(Effect.asVoid(firstOf(work, Deferred.await(job.cancel))), leave)
  }

  /** Interrupts the jobs of a lane and waits until they have ended. */
  cancel(lane: number): Effect.Effect<void> {
    return Effect.suspend(() => {
      const jobs = [...(this.#jobs.get(lane)?.values() ?? [])]
      return Effect.zipRight(
        Effect.forEach(jobs, ({ cancel }) => Deferred.succeed(cancel, undefined), { discard: true }),
        Effect.forEach(jobs, ({ done }) => Deferred.await(done), { discard: true }),
      )
    })
  }
}
