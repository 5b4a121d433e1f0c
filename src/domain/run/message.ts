import * as Either from 'effect/Either'
import { lanePath } from '../git/paths.js'
import { reject, type Rejection } from '../rejection.js'
import { SLOTS } from './run.js'
import { MAX_PROMPT } from './wanted.js'

/** A text for the agent of a lane. */
export interface AgentMessage {
  readonly text: string
  /** Undefined: the agent in the lowest slot. */
  readonly slot: number | undefined
}

export interface MessageInput {
  readonly text?: unknown
  readonly slot?: unknown
}

export interface ReviewInput {
  readonly comments?: unknown
  readonly summary?: unknown
  readonly slot?: unknown
}

type Code = 'EBADMESSAGE' | 'EBADPATH' | 'EBADSLOT' | 'INVALID_INPUT'
type Read<T, C extends Code = Code> = Either.Either<T, Rejection<C>>

const wrong = <C extends Code>(code: C, field: string, should: string): Either.Either<never, Rejection<C>> =>
  Either.left(reject(code, `${field}: ${should}`, { fields: { field } }))

const MAX_COMMENTS = 100

// A terminal would act on control characters: they end a paste and type keys.
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const NOT_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\p{Surrogate}/u

/** Reads a text that is typed into a terminal. */
export const readText = (field: string, value: unknown): Read<string, 'EBADMESSAGE'> => {
  const bad = wrong('EBADMESSAGE', field, `must be a text of 1 to ${MAX_PROMPT} bytes without control characters`)
  // The length in UTF-16 is a lower bound of the bytes, so a huge text is not encoded.
  if (typeof value !== 'string' || value.length > MAX_PROMPT) return bad
  const text = value.replaceAll('\r\n', '\n').trim()
  if (text === '' || NOT_TEXT.test(text)) return bad
  return new TextEncoder().encode(text).byteLength > MAX_PROMPT ? bad : Either.right(text)
}

/** Reads a slot; undefined: the lowest one with an agent. */
export const readSlot = (value: unknown): Read<number | undefined, 'EBADSLOT'> => {
  if (value === undefined || value === null) return Either.right(undefined)
  const slot = SLOTS.find((one) => one === value)
  return slot === undefined ? wrong('EBADSLOT', 'slot', 'must be 0 to 9') : Either.right(slot)
}

/** An agent reads Enter after a backslash as a line break, and the text would stay in its input line. */
export const readTyped = (field: string, value: unknown): Read<string, 'EBADMESSAGE'> =>
  Either.flatMap(readText(field, value), (text) =>
    text.endsWith('\\')
      ? wrong('EBADMESSAGE', field, 'must not end in a backslash: the agent would not send it')
      : Either.right(text),
  )

/** Agents read a text that starts with one of these as a command, such as one for the shell. */
const COMMAND = /^[!/#&$@]/

/** Reads the text of a message. The agent reads it as text, never as a command of its interface. */
export const readMessageText = (given: unknown): Read<string, 'EBADMESSAGE'> =>
  Either.map(readTyped('text', given), (text) => (COMMAND.test(text) ? `Message: ${text}` : text))

/** Reads a request to send a text to an agent. */
export const readMessage = ({ text: given, slot }: MessageInput): Read<AgentMessage, 'EBADMESSAGE' | 'EBADSLOT'> =>
  Either.gen(function* () {
    return { text: yield* readMessageText(given), slot: yield* readSlot(slot) }
  })

/** What an agent whose turn failed is told. */
const CONTINUE = 'Continue.'

/** Reads a request to continue after a failed turn. */
export const readRetry = ({ slot }: Pick<MessageInput, 'slot'>): Read<AgentMessage, 'EBADSLOT'> =>
  Either.map(readSlot(slot), (read) => ({ text: CONTINUE, slot: read }))

const isLine = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null

/** Returns a comment as text: its place, the lines that it quotes, and what it says. */
const readComment = (given: unknown, index: number): Read<string> =>
  Either.gen(function* () {
    const field = `comments[${index}]`
    if (typeof given !== 'object' || given === null) return yield* wrong('INVALID_INPUT', field, 'must be an object')
    const { path, line, endLine, side, quote, text } = given as Readonly<Record<string, unknown>>
    const named = typeof path === 'string' && !NOT_TEXT.test(path) && !/[\n\t]/.test(path) ? lanePath(path) : null
    if (named === null) return yield* wrong('EBADPATH', `${field}.path`, 'must be inside the lane')
    if (!isAbsent(line) && !isLine(line)) return yield* wrong('INVALID_INPUT', `${field}.line`, 'must be a line number')
    const isRange = isAbsent(endLine) || (isLine(endLine) && isLine(line) && endLine >= line)
    if (!isRange) return yield* wrong('INVALID_INPUT', `${field}.endLine`, 'must be a line number from line on')
    if (!isAbsent(side) && side !== 'old' && side !== 'new')
      return yield* wrong('INVALID_INPUT', `${field}.side`, 'must be old or new')
    const lines = isAbsent(line) ? '' : `:${line}${isAbsent(endLine) || endLine === line ? '' : `-${String(endLine)}`}`
    const place = `${index + 1}. ${named}${lines}${side === 'old' ? ' (before your changes)' : ''}`
    const quoted = isAbsent(quote) ? [] : indented(yield* readText(`${field}.quote`, quote), '   > ')
    return [place, ...quoted, ...indented(yield* readText(`${field}.text`, text), '   ')].join('\n')
  })

const indented = (text: string, by: string): readonly string[] => text.split('\n').map((line) => (by + line).trimEnd())

const INTRODUCTION = 'Here is a review of your changes. Address each comment, then say what you did about it.'

/** Reads the comments of a review, and returns them as one message. */
export const readReview = ({ comments, summary, slot }: ReviewInput): Read<AgentMessage> =>
  Either.gen(function* () {
    if (!Array.isArray(comments) || comments.length === 0 || comments.length > MAX_COMMENTS)
      return yield* wrong('INVALID_INPUT', 'comments', `must be a list of 1 to ${MAX_COMMENTS} comments`)
    const about = isAbsent(summary) || summary === '' ? [] : [yield* readText('summary', summary)]
    const listed = yield* Either.all(comments.map(readComment))
    const text = yield* readTyped('comments', [INTRODUCTION, ...about, ...listed].join('\n\n'))
    return { text, slot: yield* readSlot(slot) }
  })
