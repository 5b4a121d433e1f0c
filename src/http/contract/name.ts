import { Schema as S } from '../../domain/schema.js'

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/u

/** A name that a user gives: one line, trimmed. */
export const Name = S.Trim.pipe(
  S.filter((text) => text.length >= 1 && text.length <= 200 && !UNREADABLE.test(text), {
    jsonSchema: { minLength: 1, maxLength: 200 },
  }),
).annotations({
  message: () => ({ message: 'must be a string of 1 to 200 characters', override: true }),
})
