import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import { lanePath } from '../../domain/git/paths.js'
import { withWordMarks } from '../../domain/git/word-marks.js'
import { reject } from '../../domain/rejection.js'
import { GitReview } from '../ports/git-review.js'
import { blocksOf } from '../../domain/review/blocks.js'
import { markKey, readMarks } from '../../domain/review/marks.js'
import { contentDigest } from '../../events/digest.js'
import { ownerOf } from '../../projections/ownership.js'
import { acceptanceOf } from '../../projections/queries/landings.js'
import type { LaneShape } from '../../projections/queries/lanes.js'
import { seenBlocks } from '../../projections/queries/seen.js'
import type { Reader } from '../../projections/sql.js'
import type { CommandRunner } from '../kernel/run.js'
import type { LandPreflight } from '../land/preflight.js'
import { review } from './decider.js'

interface ReviewParts {
  readonly run: CommandRunner['run']
  readonly db: Reader
  readonly preflight: Pick<LandPreflight, 'changesOf' | 'basesOf'>
}

/** Returns the reads and commands of the review of lanes. */
export const reviewCommands = ({ run, db, preflight: { changesOf, basesOf } }: ReviewParts) => ({
  /** Returns what a lane changed since it left its base, block by block, and what the caller has seen of it. */
  seen: (lane: LaneShape, { reads, own, author }: Caller) =>
    Effect.map(changesOf(lane), ({ files, base, head, diff, truncated }) => {
      const marks = seenBlocks(db, own, lane.id, ownerOf(author))
      const shown = files.map((file) => {
        // A file that was renamed keeps what was seen of it.
        const before = file.from === null ? [] : blocksOf({ ...file, path: file.from, from: null }, contentDigest)
        return {
          path: file.path,
          from: file.from,
          status: file.status,
          blocks: blocksOf(file, contentDigest).map(({ path: _path, oldStart, newStart, ...block }, at) => {
            const old = before[at]
            const isSeen =
              marks.has(markKey({ ...block, path: file.path })) || (old !== undefined && marks.has(markKey(old)))
            return { ...block, old_start: oldStart, new_start: newStart, seen: isSeen }
          }),
        }
      })
      const blocks = shown.flatMap((file) => file.blocks)
      const acceptance = acceptanceOf(db, reads, lane.id)
      return {
        base: base.ref,
        merge_base: base.mergeBase,
        truncated,
        files: shown,
        blocks: blocks.length,
        seen: blocks.filter(({ seen }) => seen).length,
        accepted:
          acceptance === null ? null : { at: acceptance.at, by: acceptance.by, current: acceptance.diff === diff },
        expect: { head, diff },
      }
    }),

  /** Returns one changed file of a lane, with the words that differ. */
  file: (lane: LaneShape, path: string | undefined) =>
    Effect.gen(function* () {
      const named = path === undefined ? null : lanePath(path)
      if (named === null) return yield* Effect.fail(reject('ENOFILECHANGE', 'path: is not that of a changed file'))
      const found = yield* (yield* GitReview).file(lane.cwd, yield* basesOf(lane), named)
      const [file] = withWordMarks([found])
      return file ?? { ...found, hunks: [] }
    }),

  /** Marks blocks as seen by the caller, or as not seen. */
  mark: (
    lane: Pick<LaneShape, 'id'>,
    input: { readonly seen?: unknown; readonly unseen?: unknown },
    { author }: Caller,
  ) =>
    Effect.gen(function* () {
      const marks = yield* readMarks(input)
      yield* run(review, lane.id, 'mark', { account: ownerOf(author), ...marks }, author)
    }),
})

export type ReviewCommands = ReturnType<typeof reviewCommands>
