import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import { type AgentMessage, type MessageInput, readMessageText, readSlot, readTyped } from '../run/message.js'

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
