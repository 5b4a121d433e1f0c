import * as Either from 'effect/Either'
import { reject } from '../rejection.js'
import { isText } from './text.js'

/** The body of a request to save a file: every member may be missing or of any type. */
export interface EditInput {
  readonly path?: unknown
  readonly content?: unknown
  readonly baseSha?: unknown
}

/**
 * Reads a request to save a file. Rejects with EBADPATH, EBADCONTENT if the content is not text, or ESTALE without the id of the
 * content that was edited.
 */
export const readEditedFile = ({ path, content, baseSha }: EditInput) => {
  if (typeof path !== 'string') return Either.left(reject('EBADPATH', 'path: must be inside the lane'))
  if (typeof content !== 'string' || !isText(content))
    return Either.left(reject('EBADCONTENT', 'content: must be the text of the file'))
  if (typeof baseSha !== 'string')
    return Either.left(reject('ESTALE', 'baseSha: must be the sha that the file was read with'))
  return Either.right({ path, content, baseSha })
}
