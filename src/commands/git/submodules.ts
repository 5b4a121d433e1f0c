import * as Effect from 'effect/Effect'
import { Submodules } from '../ports/submodules.js'
import type { At } from './action.js'

/**
 * Runs a change of what is checked out. Submodules without work of their own follow it: the next commit would undo it else. The
 * output says which could not.
 */
export const withSubmodules = <A extends { readonly output?: string }, E, R>(
  { dir, logins }: At,
  change: Effect.Effect<A, E, R>,
) =>
  Effect.gen(function* () {
    const submodules = yield* Submodules
    const before = yield* submodules.unworked(dir)
    const done = yield* change
    const notes = yield* submodules.follow(dir, before, logins)
    return { ...done, output: [done.output ?? '', ...notes].filter(Boolean).join('\n') }
  })
