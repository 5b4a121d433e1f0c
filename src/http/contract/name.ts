import { Schema as S } from '../../domain/schema.js'

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const UNREADABLE = /[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/u
const isName = (text: string): boolean => text.trim() !== '' && text.length <= 200 && !UNREADABLE.test(text)

const named = (text: S.Schema<string, string>): S.Schema<string, string> =>
  text
    .pipe(S.filter(isName, { jsonSchema: { minLength: 1, maxLength: 200 } }))
    .annotations({ message: () => ({ message: 'must be a string of 1 to 200 characters', override: true }) })

/** A name that a user gives: one line, trimmed. */
export const Name = named(S.Trim)

/** A name in one line, or empty to remove it. */
export const OptionalName = S.String.pipe(
  S.filter((text) => text === '' || !UNREADABLE.test(text), { jsonSchema: {} }),
).annotations({
  message: () => ({ message: 'must be one line without control characters', override: true }),
})

/** A name that is stored exactly as it was sent, such as a pattern. */
export const ExactName = named(S.String)
