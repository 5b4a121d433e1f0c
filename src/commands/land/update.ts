import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import { reject } from '../../domain/rejection.js'
import { ownerOf } from '../../projections/ownership.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import type { GitWriteCommands } from '../git/write.js'
import type { GitCredentialCommands } from '../git-credentials/git-credentials.js'
import { freshBases } from '../lane/preparation.js'
import { GitLanding } from '../ports/git-landing.js'
import type { Logins } from '../ports/git-remotes.js'
import { Worktrees } from '../ports/worktrees.js'
import type { LandPreflight } from './preflight.js'

interface UpdateParts {
  readonly preflight: Pick<LandPreflight, 'basesOf'>
  readonly mergeInto: GitWriteCommands['mergeInto']
  readonly credentials: Pick<GitCredentialCommands, 'held'>
}

/**
 * Returns the command that brings the base of a lane into its branch: its upstream, if the base itself is only behind that. Conflicts are
 * a result. A remote that cannot be reached is a warning.
 */
export const updateCommand =
  ({ preflight, mergeInto, credentials }: UpdateParts) =>
  (lane: LaneShape, { fetch = true }: { readonly fetch?: unknown }, { author, writes }: Caller) =>
    Effect.gen(function* () {
      if (typeof fetch !== 'boolean')
        return yield* Effect.fail(reject('EBADFIELD', 'fetch: must be true or false', { fields: { field: 'fetch' } }))
      const { base } = yield* (yield* GitLanding).place(lane.cwd, yield* preflight.basesOf(lane))
      const logins: Logins = (place) => credentials.held(ownerOf(author), place)
      const repository = yield* Effect.mapError((yield* Worktrees).inspect(lane.cwd), ({ message }) =>
        reject('EGIT', message),
      )
      const { bases, warnings } = fetch
        ? yield* freshBases(repository, [base.name], logins)
        : { bases: [base.name], warnings: [] }
      const [branch = base.name] = bases
      const target = { lane, session: undefined, visibility: writes }
      const { output, conflicts = [] } = yield* mergeInto(target, branch, author)
      return { branch, output, conflicts, warnings }
    })

export type UpdateLane = ReturnType<typeof updateCommand>
