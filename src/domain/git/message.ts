import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'
import type { GitInput } from './actions.js'
import { isText } from './text.js'

/** Characters of a commit message. */
const MAX_MESSAGE = 64 * 1024

/** Reads the message of a commit. Rejects with EBADMESSAGE if it is empty, too long, or not text. */
export const readMessage = (message: unknown): Either.Either<string, Rejection<'EBADMESSAGE'>> =>
  typeof message !== 'string' || message.trim() === '' || message.length > MAX_MESSAGE || !isText(message)
    ? Either.left(reject('EBADMESSAGE', `message: must be a text of 1 to ${MAX_MESSAGE} characters`))
    : // A form sends CRLF.
      Either.right(message.replaceAll('\r\n', '\n'))

/** Reads a request to commit. Without `only`, all changes are committed. */
export const readCommit = ({ message, only }: GitInput) =>
  Either.gen(function* () {
    const text = yield* readMessage(message)
    if (only !== undefined && only !== null && only !== 'staged')
      return yield* Either.left(reject('INVALID_INPUT', 'only: must be staged', { fields: { field: 'only' } }))
    return { message: text, onlyStaged: only === 'staged' }
  })
