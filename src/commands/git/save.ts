import * as Effect from 'effect/Effect'
import type { Author } from '../../domain/access/author.js'
import { readEditedFile, type EditInput } from '../../domain/git/edit.js'
import { reject } from '../../domain/rejection.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import { untilStored } from '../kernel/stored.js'
import { lane } from '../lane/decider.js'
import { type LaneOrigin, refuseOtherWorktree } from '../lane/own-worktree.js'
import { LaneFiles } from '../ports/lane-files.js'
import { type Target, targetFinder } from './target.js'

interface SaveParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
}

type SaveTarget = Target & { readonly lane: LaneOrigin & Pick<LaneShape, 'id' | 'status'> }

/** Returns the command that saves a file that a user edited. */
export const saveCommands = ({ run, db }: SaveParts) => {
  const { directoryOf } = targetFinder(db)
  return {
    /** Returns the file with its new content. */
    save: (target: SaveTarget, input: EditInput, author: Author) =>
      Effect.gen(function* () {
        const edited = yield* readEditedFile(input)
        if (target.lane.status === 'provisioning')
          return yield* Effect.fail(reject('EPROVISIONING', 'its worktree is being created'))
        const dir = yield* directoryOf(target)
        yield* refuseOtherWorktree(target.lane, dir)
        const files = yield* LaneFiles
        const saving = Effect.gen(function* () {
          const { file, changed } = yield* files.save(dir, edited)
          const { path, sha } = file
          const { session = null } = target
          const data = { path, session, before: edited.baseSha, sha }
          if (changed) yield* untilStored(run(lane, target.lane.id, 'saved', data, author))
          return file
        })
        return yield* Effect.uninterruptible(saving)
      }),
  }
}

export type SaveCommands = ReturnType<typeof saveCommands>
