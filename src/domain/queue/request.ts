import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import {
  type AgentMessage,
  type MessageInput,
  readMessageText,
  readRetry,
  readSlot,
  readTyped,
} from '../run/message.js'
import { DAY, type Instant, parseInstant } from '../time.js'

/** What a user asks an agent to get later. */
export interface QueuedText extends AgentMessage {
  /** Whether it is a command of the agent's interface, such as `/compact`, and no text for the model. */
  readonly command: boolean
}

/** The body of a request: every member may be missing or of any type. */
export interface QueuedInput extends MessageInput {
  readonly command?: unknown
}

type Code = 'EBADFIELD' | 'EBADMESSAGE' | 'EBADSLOT'

/** One line: a command of a CLI ends with its line. */
const COMMAND_LINE = /^\/[a-z][\w:-]*(?: [^\n]*)?$/i

/** Reads the text of a message, or a command line. */
export const readQueuedText = (given: unknown, command: boolean): Either.Either<string, Rejection<'EBADMESSAGE'>> =>
  command
    ? Either.filterOrLeft(
        readTyped('text', given),
        (text) => COMMAND_LINE.test(text),
        () =>
          reject('EBADMESSAGE', 'text: must be one line with a command, such as /compact', {
            fields: { field: 'text' },
          }),
      )
    : readMessageText(given)

/** Reads a request to send an agent a message when its turn has ended. */
export const readQueued = ({ text, slot, command }: QueuedInput): Either.Either<QueuedText, Rejection<Code>> =>
  Either.gen(function* () {
    if (command !== undefined && typeof command !== 'boolean')
      return yield* Either.left(reject('EBADFIELD', 'command: must be true or false', { fields: { field: 'command' } }))
    const isCommand = command === true
    return { text: yield* readQueuedText(text, isCommand), slot: yield* readSlot(slot), command: isCommand }
  })

/** The body of a request to continue later: every member may be missing or of any type. */
export interface RetryInput extends Pick<MessageInput, 'slot'> {
  readonly at?: unknown
}

/** Weekly limits reset within a week. */
const LONGEST_WAIT = 8 * DAY

/** Reads a request to continue a failed turn at a time. */
export const readRetryAt = (
  { slot, at }: RetryInput,
  now: Instant,
): Either.Either<AgentMessage & { readonly at: Instant }, Rejection<'EBADFIELD' | 'EBADSLOT'>> =>
  Either.gen(function* () {
    const instant = parseInstant(at)
    if (instant === undefined || instant > now + LONGEST_WAIT)
      return yield* Either.left(
        reject('EBADFIELD', 'at: must be a time within the next 8 days', { fields: { field: 'at' } }),
      )
    return { ...(yield* readRetry({ slot })), at: instant }
  })
