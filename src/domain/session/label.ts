import * as Either from 'effect/Either'
import { reject, type Rejection } from '../rejection.js'

/** The most tags that a session has. */
export const MAX_TAGS = 20
/** Code points. */
export const MAX_TAG = 40
export const MAX_NOTE = 4000

const CONTROL = /\p{Cc}/u
/** Line breaks and tabs are part of a text. */
const CONTROL_IN_TEXT = /[^\P{Cc}\n\t]/u

const bad = (field: 'tags' | 'note', problem: string): Either.Either<never, Rejection<'INVALID_INPUT'>> =>
  Either.left(reject('INVALID_INPUT', `${field}: ${problem}`, { fields: { field } }))

/**
 * Reads the tags of a session: without spaces around them, and each once whatever its case. A comma is not possible, because filters
 * list tags with commas.
 */
export const readTags = (tags: readonly string[]): Either.Either<readonly string[], Rejection<'INVALID_INPUT'>> => {
  const known = new Map<string, string>()
  for (const given of tags) {
    const tag = given.normalize('NFC').trim()
    if (tag === '' || Array.from(tag).length > MAX_TAG) return bad('tags', `each must have 1 to ${MAX_TAG} characters`)
    if (CONTROL.test(tag) || tag.includes(',')) return bad('tags', 'a comma or a control character is not possible')
    if (!known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), tag)
  }
  if (known.size > MAX_TAGS) return bad('tags', `at most ${MAX_TAGS}`)
  return Either.right([...known.values()])
}

/** Reads the note of a session; null if it says nothing. */
export const readNote = (note: string): Either.Either<string | null, Rejection<'INVALID_INPUT'>> => {
  const text = note.replaceAll('\r\n', '\n').trim()
  if (Array.from(text).length > MAX_NOTE) return bad('note', `at most ${MAX_NOTE} characters`)
  if (CONTROL_IN_TEXT.test(text)) return bad('note', 'a control character is not possible')
  return Either.right(text === '' ? null : text)
}
