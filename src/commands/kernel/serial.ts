import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as FiberId from 'effect/FiberId'
import * as FiberRef from 'effect/FiberRef'
import type { Option } from 'effect/Option'

/** The kinds of locks in lock order: the holder of one may wait only for kinds that come later. */
const ORDER = [
  'lane',
  'pool',
  'login',
  'stack',
  'import',
  'source',
  'delivery',
  'alerts',
  'transcript',
  'worktree-name',
  'repository',
  'index',
] as const

/** A lock: one of a kind for each name, such as the path of a repository. */
export interface Key {
  readonly kind: (typeof ORDER)[number]
  readonly name: string
}

type Turn = Deferred.Deferred<void>

const NOTHING_HELD = -1

/**
 * Keyed mutual exclusion. Work on one key runs in the order of arrival; work on different keys runs concurrently. Waiting can be
 * interrupted. To ask for a key that is not later in the lock order than a held one is a defect, because it could deadlock; this
 * includes the held key itself.
 *
 * The queue is our own: Effect's semaphore lets a fiber that releases and takes again overtake those that wait.
 */
export class Serial {
  /** The first turn of a queue has the lock. A queue without turns is deleted. */
  readonly #queues = new Map<string, Turn[]>()
  // Forked work inherits it: its parent holds the key while it waits for that work.
  readonly #held = FiberRef.unsafeMake(NOTHING_HELD)

  /** Number of keys that are held. */
  get size(): number {
    return this.#queues.size
  }

  /** Runs `work` when all earlier work on the key has ended. */
  hold<A, E, R>(key: Key, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return this.#inOrder(
      key,
      Effect.suspend(() => this.#inTurn(idOf(key), work)),
    )
  }

  /** Runs `work` if the key is free, else returns none at once. */
  holdIfFree<A, E, R>(key: Key, work: Effect.Effect<A, E, R>): Effect.Effect<Option<A>, E, R> {
    return this.#holdBehind(0, key, work)
  }

  /**
   * Runs `work` when earlier work on the key has ended. Returns none at once if other work already waits for the key: for work
   * that does everything there is to do, so that its next run also covers this request.
   */
  holdOnce<A, E, R>(key: Key, work: Effect.Effect<A, E, R>): Effect.Effect<Option<A>, E, R> {
    return this.#holdBehind(1, key, work)
  }

  #holdBehind<A, E, R>(atMost: number, key: Key, work: Effect.Effect<A, E, R>): Effect.Effect<Option<A>, E, R> {
    const id = idOf(key)
    return this.#inOrder(
      key,
      Effect.suspend(() =>
        (this.#queues.get(id)?.length ?? 0) > atMost ? Effect.succeedNone : Effect.asSome(this.#inTurn(id, work)),
      ),
    )
  }

  #inOrder<A, E, R>({ kind, name }: Key, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    const rank = ORDER.indexOf(kind)
    return Effect.flatMap(FiberRef.get(this.#held), (held) =>
      rank > held
        ? Effect.locally(work, this.#held, rank)
        : Effect.dieMessage(`lock order: ${kind} ${name} was asked for while holding ${ORDER[held]}`),
    )
  }

  #inTurn<A, E, R>(id: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    // From joining to leaving nothing can be lost: an interruption ends the waiting or the work, and then the turn leaves.
    return Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const turn = Deferred.unsafeMake<void>(FiberId.none)
        this.#join(id, turn)
        return Effect.ensuring(
          restore(Effect.zipRight(Deferred.await(turn), work)),
          Effect.sync(() => this.#leave(id, turn)),
        )
      }),
    )
  }

  #join(id: string, turn: Turn): void {
    const queue = this.#queues.get(id)
    if (queue !== undefined) {
      queue.push(turn)
      return
    }
    this.#queues.set(id, [turn])
    begin(turn)
  }

  #leave(id: string, turn: Turn): void {
    const queue = this.#queues.get(id) ?? []
    queue.splice(queue.indexOf(turn), 1)
    const first = queue[0]
    if (first === undefined) this.#queues.delete(id)
    // Changes nothing if only a waiting turn left: the first one has begun.
    else begin(first)
  }
}

const begin = (turn: Turn): void => Deferred.unsafeDone(turn, Effect.void)

const idOf = ({ kind, name }: Key): string => `${kind} ${name}`
