import type { OwnerId } from '../access/author.js'
import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import type { HookEnd } from '../stack/hooks.js'
import type { CheckKind } from './check.js'
import type { CommentText } from './comment.js'
import type { BlockMark } from './marks.js'

/** A comment as its commands know it. */
export interface KnownComment {
  readonly comment: string
  readonly isSent: boolean
  readonly isResolved: boolean
}

/** The lane that a review is about; undefined if it does not exist. */
export type KnownReview = { readonly lane: number; readonly comments: readonly KnownComment[] } | undefined

interface Marks {
  readonly account: OwnerId
  readonly seen: readonly BlockMark[]
  readonly unseen: readonly BlockMark[]
}

/** An agent gets all drafts in one message. */
const MAX_DRAFTS = 100

const noLane = () => refuse(reject('ENOLANE', 'lane not found'))
const noComment = () => refuse(reject('ENOTFOUND', 'comment not found'))

/** Adds a draft of a comment. */
const comment = (known: KnownReview, added: CommentText & { readonly comment: string; readonly account: OwnerId }) => {
  if (known === undefined) return noLane()
  if (known.comments.filter(({ isSent }) => !isSent).length >= MAX_DRAFTS)
    return refuse(reject('EBADFIELD', `at most ${MAX_DRAFTS} comments are drafts: send them first`))
  return accept({ type: 'comment-added' as const, data: { lane: known.lane, ...added } })
}

interface EditComment {
  readonly comment: string
  /** Undefined: unchanged. */
  readonly text: string | undefined
  readonly resolved: boolean | undefined
}

/** Changes the text of a draft, or resolves a comment. */
const edit = (known: KnownReview, { comment: id, text, resolved }: EditComment) => {
  if (known === undefined) return noLane()
  const found = known.comments.find((one) => one.comment === id)
  if (found === undefined) return noComment()
  if (text !== undefined && found.isSent)
    return refuse(reject('EBADFIELD', 'text: the comment was sent', { fields: { field: 'text' } }))
  if (text === undefined && (resolved === undefined || resolved === found.isResolved)) return accept()
  const data = { lane: known.lane, comment: id, text: text ?? null, resolved: resolved ?? null }
  return accept({ type: 'comment-edited' as const, data })
}

/** Removes a comment. */
const remove = (known: KnownReview, { comment: id }: Pick<EditComment, 'comment'>) => {
  if (known === undefined) return noLane()
  return known.comments.some((one) => one.comment === id)
    ? accept({ type: 'comment-removed' as const, data: { lane: known.lane, comment: id } })
    : noComment()
}

/** Records which comments an agent was sent. */
const send = (known: KnownReview, { comments, run }: { readonly comments: readonly string[]; readonly run: string }) =>
  known === undefined ? noLane() : accept({ type: 'comments-sent' as const, data: { lane: known.lane, comments, run } })

/** Records which blocks of a lane's changes a user has seen. */
const mark = (known: KnownReview, marks: Marks) => {
  if (known === undefined) return noLane()
  return marks.seen.length + marks.unseen.length === 0
    ? accept()
    : accept({ type: 'blocks-marked' as const, data: { lane: known.lane, ...marks } })
}

/** A check that ended. */
export interface EndedCheck {
  readonly kind: CheckKind
  readonly command: string
  readonly end: HookEnd
  readonly code: number | null
  /** Milliseconds. */
  readonly duration: number
  readonly output: string
}

/** Records a check that ended. Nothing changes a lane that was deleted meanwhile. */
const check = (known: KnownReview, ended: EndedCheck) =>
  known === undefined ? accept() : accept({ type: 'lane-checked' as const, data: { lane: known.lane, ...ended } })

export const decideReview = { check, mark, comment, edit, remove, send }
