import * as Effect from 'effect/Effect'
import type { Principal } from '../../domain/access/visibility.js'
import { reject } from '../../domain/rejection.js'

/** Limits how much each account does at once (supplement-server 8). One local user needs no limit. */
export const slots = (most: number) => {
  const held = new Map<string, number>()
  const take = ({ id, kind }: Principal): (() => void) | null => {
    if (kind === 'local') return () => undefined
    const before = held.get(id) ?? 0
    if (before >= most) return null
    held.set(id, before + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const now = (held.get(id) ?? 1) - 1
      if (now === 0) held.delete(id)
      else held.set(id, now)
    }
  }
  /** Takes a slot. What it succeeds with gives it back. */
  const taken = (principal: Principal) =>
    Effect.suspend(() => {
      const release = take(principal)
      return release === null
        ? Effect.fail(reject('ETOOMANY', `at most ${most} of these at once`))
        : Effect.succeed(release)
    })
  return {
    taken,
    /** Runs work while it has a slot. */
    within: <A, E, R>(principal: Principal, work: Effect.Effect<A, E, R>) =>
      Effect.acquireUseRelease(
        taken(principal),
        () => work,
        (release) => Effect.sync(release),
      ),
  }
}
