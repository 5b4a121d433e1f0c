import * as Either from 'effect/Either'
import { lanePath } from '../git/paths.js'
import { reject, type Rejection } from '../rejection.js'

/** A comment on lines of a lane's changes, or on a file. */
export interface CommentText {
  readonly path: string
  /** Null: the whole file. */
  readonly line: number | null
  readonly endLine: number | null
  /** Which version of the file the lines are of. */
  readonly side: 'old' | 'new'
  /** The text of the lines. */
  readonly quote: string | null
  readonly text: string
  /** The hash of the block that it is about; null for a file. */
  readonly block: string | null
}

/** The body of a request: every member may be missing or of any type. */
export type CommentInput = { readonly [K in keyof CommentText]?: unknown } & { readonly end_line?: unknown }

const MAX_TEXT = 16_000
const MAX_QUOTE = 4000
const MAX_LINE = 10_000_000
const HASH = /^[0-9a-f]{64}$/
// oxlint-disable-next-line no-control-regex -- these are refused
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

type Read<A> = Either.Either<A, Rejection<'EBADFIELD' | 'EBADPATH'>>

const wrong = (field: string, problem: string) =>
  Either.left(reject('EBADFIELD', `${field}: ${problem}`, { fields: { field } }))

const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null

/** Reads the text of a comment. A backslash at its end would keep the message of a review from being sent. */
export const readCommentText = (given: unknown): Read<string> => {
  if (typeof given !== 'string' || given.trim() === '') return wrong('text', 'must be a text')
  if (given.length > MAX_TEXT) return wrong('text', `must have at most ${MAX_TEXT} characters`)
  if (CONTROL.test(given)) return wrong('text', 'must not contain control characters')
  const text = given.trimEnd()
  return text.endsWith('\\')
    ? wrong('text', 'must not end in a backslash: the agent would not send it')
    : Either.right(text)
}

const readLine = (field: string, given: unknown): Read<number | null> => {
  if (isAbsent(given)) return Either.right(null)
  return typeof given === 'number' && Number.isSafeInteger(given) && given > 0 && given <= MAX_LINE
    ? Either.right(given)
    : wrong(field, 'must be a line number')
}

/** Reads a new comment. */
export const readComment = (input: CommentInput): Read<CommentText> =>
  Either.gen(function* () {
    const path = typeof input.path === 'string' && !/[\n\t]/.test(input.path) ? lanePath(input.path) : null
    if (path === null) return yield* Either.left(reject('EBADPATH', 'path: must be inside the lane'))
    const line = yield* readLine('line', input.line)
    const endLine = yield* readLine('end_line', input.end_line)
    if (endLine !== null && (line === null || endLine < line))
      return yield* wrong('end_line', 'must be a line number from line on')
    const { side, quote, block } = input
    if (!isAbsent(side) && side !== 'old' && side !== 'new') return yield* wrong('side', 'must be old or new')
    if (!isAbsent(block) && (typeof block !== 'string' || !HASH.test(block)))
      return yield* wrong('block', 'must be the hash of a block')
    if (!isAbsent(quote) && (typeof quote !== 'string' || CONTROL.test(quote)))
      return yield* wrong('quote', 'must be a text without control characters')
    return {
      path,
      line,
      endLine,
      side: side === 'old' ? 'old' : 'new',
      quote: typeof quote === 'string' && quote !== '' ? quote.slice(0, MAX_QUOTE) : null,
      text: yield* readCommentText(input.text),
      block: typeof block === 'string' ? block : null,
    }
  })
