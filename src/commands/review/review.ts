import * as Effect from 'effect/Effect'
import type { Caller } from '../../domain/access/caller.js'
import { lanePath } from '../../domain/git/paths.js'
import { withWordMarks } from '../../domain/git/word-marks.js'
import { reject } from '../../domain/rejection.js'
import { GitReview } from '../ports/git-review.js'
import type { Visibility } from '../../domain/access/visibility.js'
import { type CommentInput, readComment, readCommentText } from '../../domain/review/comment.js'
import { commentsOf } from '../../projections/queries/comments.js'
import { untilStored } from '../kernel/stored.js'
import type { MessageCommands } from '../runs/messages.js'
import { blocksOf } from '../../domain/review/blocks.js'
import { ranked } from '../../domain/review/risk.js'
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
  readonly newId: () => string
  readonly sendReview: MessageCommands['review']
  readonly preflight: Pick<LandPreflight, 'changesOf' | 'basesOf'>
}

/** Returns the reads and commands of the review of lanes. */
export const reviewCommands = ({ run, db, newId, sendReview, preflight: { changesOf, basesOf } }: ReviewParts) => {
  const commentNamed = (lane: number, id: string, writes: Visibility) => {
    const found = commentsOf(db, writes, lane).find((one) => one.id === id)
    return found === undefined ? Effect.fail(reject('ENOTFOUND', 'comment not found')) : Effect.succeed(found)
  }
  return {
    /** Returns what a lane changed since it left its base, block by block, and what the caller has seen of it. */
    seen: (lane: LaneShape, { reads, own, author }: Caller) =>
      Effect.map(changesOf(lane), ({ files, base, head, diff, truncated }) => {
        const marks = seenBlocks(db, own, lane.id, ownerOf(author))
        const shown = ranked(files).map(({ file, reasons, folded }) => {
          // A file that was renamed keeps what was seen of it.
          const before = file.from === null ? [] : blocksOf({ ...file, path: file.from, from: null }, contentDigest)
          return {
            path: file.path,
            from: file.from,
            status: file.status,
            reasons,
            folded,
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
          seen: shown.flatMap((file) => file.blocks.map(({ seen }) => seen || file.folded !== null)).filter(Boolean)
            .length,
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

    /** Returns a file of a lane where its branch left the base, and its text now. */
    texts: (lane: LaneShape, path: string | undefined) =>
      Effect.gen(function* () {
        const named = path === undefined ? null : lanePath(path)
        if (named === null) return yield* Effect.fail(reject('ENOFILECHANGE', 'path: is not that of a file'))
        return { named, ...(yield* (yield* GitReview).texts(lane.cwd, yield* basesOf(lane), named)) }
      }),

    /** Drafts a comment and returns its id. */
    comment: (lane: Pick<LaneShape, 'id'>, input: CommentInput, { author }: Caller) =>
      Effect.gen(function* () {
        const read = yield* readComment(input)
        const id = `comment_${newId()}`
        yield* run(review, lane.id, 'comment', { comment: id, account: ownerOf(author), ...read }, author)
        return id
      }),

    /** Changes the text of a draft, or resolves a comment. */
    edit: (
      lane: Pick<LaneShape, 'id'>,
      id: string,
      input: { readonly text?: unknown; readonly resolved?: boolean | undefined },
      { author, writes }: Caller,
    ) =>
      Effect.gen(function* () {
        const text = input.text === undefined ? undefined : yield* readCommentText(input.text)
        yield* run(review, lane.id, 'edit', { comment: id, text, resolved: input.resolved }, author)
        return yield* commentNamed(lane.id, id, writes)
      }),

    remove: (lane: Pick<LaneShape, 'id'>, id: string, { author }: Caller) =>
      run(review, lane.id, 'remove', { comment: id }, author),

    /** Sends all drafts to an agent as one message. */
    send: (lane: LaneShape, input: { readonly summary?: unknown; readonly slot?: unknown }, caller: Caller) =>
      Effect.gen(function* () {
        const drafts = commentsOf(db, caller.writes, lane.id).filter(({ state }) => state === 'draft')
        if (drafts.length === 0) return yield* Effect.fail(reject('ENOCHANGES', 'there are no drafts to send'))
        const comments = drafts.map(({ end_line: endLine, ...comment }) => ({ ...comment, endLine }))
        const sent = yield* sendReview(lane, { ...input, comments }, caller)
        const ids = drafts.map(({ id }) => id)
        yield* untilStored(run(review, lane.id, 'send', { comments: ids, run: sent.run }, caller.author))
        return { sent: ids.length, run_id: sent.run, slot: sent.slot, started: sent.started }
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
  }
}

export type ReviewCommands = ReturnType<typeof reviewCommands>
