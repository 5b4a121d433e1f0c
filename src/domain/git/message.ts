import * as Either from 'effect/Either'
import { reject } from '../rejection.js'
import type { GitInput } from './actions.js'
import { isText } from './text.js'

/** Characters of a commit message. */
const MAX_MESSAGE = 64 * 1024

/**
 * Reads a request to commit. Without `only`, all changes are committed. Rejects with EBADMESSAGE if the message is empty, too
 * long, or not text.
 */
export const readCommit = ({ message, only }: GitInput) => {
  if (typeof message !== 'string' || message.trim() === '' || message.length > MAX_MESSAGE || !isText(message))
    return Either.left(reject('EBADMESSAGE', `message: must be a text of 1 to ${MAX_MESSAGE} characters`))
  if (only !== undefined && only !== null && only !== 'staged')
    return Either.left(reject('INVALID_INPUT', 'only: must be staged', { fields: { field: 'only' } }))
  // A form sends CRLF.
  return Either.right({ message: message.replaceAll('\r\n', '\n'), onlyStaged: only === 'staged' })
}
