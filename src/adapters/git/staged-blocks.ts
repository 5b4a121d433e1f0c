import * as Effect from 'effect/Effect'
import type { Change } from '../../commands/ports/git-reads.js'
import type { DiffHunk } from '../../domain/git/diff.js'
import { stagedBlocks } from '../../domain/git/hunks.js'
import { blocksOf, type LineEdit, splitLines } from '../../domain/git/line-edits.js'
import type { Blob, ChangedPath } from '../../domain/git/status.js'
import { blobsOf } from './blobs.js'
import type { Git } from './git.js'

/** Contents that are compared for one response. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Returns changes of the working directory with what of each hunk is staged. Contents are only read of files of which parts are
 * staged; if they are too large, these files have no blocks.
 */
export const withBlocks = (
  git: Git,
  dir: string,
  changes: readonly Change[],
  changed: readonly ChangedPath[],
): Effect.Effect<readonly Change[]> =>
  Effect.gen(function* () {
    const paths = new Map(changed.toReversed().map((path) => [path.path, path]))
    const blobs = changes
      .filter(isPartlyStaged)
      .flatMap(({ path }) => [paths.get(path)?.head, paths.get(path)?.index])
      .flatMap((blob) => blob?.id ?? [])
    const contents = yield* Effect.orElseSucceed(blobsOf(git, dir, [...new Set(blobs)], MAX_BYTES), () => null)
    const linesOf = (blob: Blob | null | undefined) => splitLines(contents?.get(blob?.id ?? '')?.toString('utf8') ?? '')
    return changes.map((change) => {
      const hunks = change.hunks.map((hunk) => ({ hunk, blocks: blocksOf(hunk) }))
      if (!isPartlyStaged(change)) return { ...change, hunks: marked(hunks, () => change.staged ?? false) }
      if (contents === null) return change
      const path = paths.get(change.path)
      const is = change.status === 'A' ? 'new' : change.status === 'D' ? 'deleted' : 'changed'
      const index = path?.index ? linesOf(path.index) : null
      const staged = stagedBlocks(
        linesOf(path?.head),
        index,
        is,
        hunks.flatMap(({ blocks }) => blocks),
      )
      return { ...change, hunks: marked(hunks, (block) => staged.has(block)) }
    })
  })

const isPartlyStaged = ({ staged, unstaged, hunks }: Change): boolean =>
  staged === true && unstaged === true && hunks.length > 0

const marked = (
  hunks: readonly { readonly hunk: DiffHunk; readonly blocks: readonly LineEdit[] }[],
  isStaged: (block: LineEdit) => boolean,
): readonly DiffHunk[] =>
  hunks.map(({ hunk, blocks }) => ({
    ...hunk,
    blocks: blocks.map((edit, block) => ({ block, staged: isStaged(edit) })),
  }))
