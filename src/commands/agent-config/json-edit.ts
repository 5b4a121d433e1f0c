import * as Either from 'effect/Either'
import { isLoose, loose } from '../../domain/agent-config/record.js'
import { reject, type Rejection } from '../../domain/rejection.js'
import type { ConfigFilesPort, ConfigText } from '../ports/config-files.js'
import type { ConfigWritesPort, FileChange } from '../ports/config-writes.js'

/** More than any settings have. */
export const MOST_JSON = 16 * 1024 * 1024

interface Problem {
  readonly line: number | null
  readonly column: number | null
  readonly message: string
}

/** Returns where a text is broken. */
export const problem = ({ line, column, message }: Problem): string =>
  line === null ? message : `line ${line}, column ${column}: ${message}`

interface EditableJson {
  /** Null if the file does not exist. */
  readonly text: string | null
  readonly value: Readonly<Record<string, unknown>>
  /** What replaces it. */
  readonly change: FileChange
}

const wrong = (field: string, message: string) =>
  Either.left(reject('EBADFIELD', `${field}: ${message}`, { fields: { field } }))

/**
 * Reads a file of JSON that can be edited. One that is broken is never overwritten.
 * @param field the member of the request that names the file
 */
export const editableJson = (
  files: Pick<ConfigFilesPort, 'text' | 'parse'>,
  root: string,
  path: string,
  field: string,
): Either.Either<EditableJson, Rejection<'EBADFIELD'>> =>
  editableText(files, files.text(root, path, MOST_JSON), { root, path, field })

/** Returns JSON that was read as one that can be edited, as `editableJson` does. */
export const editableText = (
  files: Pick<ConfigFilesPort, 'parse'>,
  file: ConfigText | null,
  { root, path, field }: { readonly root: string; readonly path: string; readonly field: string },
): Either.Either<EditableJson, Rejection<'EBADFIELD'>> => {
  if (file?.truncated === true) return wrong(field, 'the file is too large to be edited')
  const text = file?.text ?? null
  const parsed = text === null || text.trim() === '' ? { value: {} } : files.parse(text, 'json')
  if ('error' in parsed) return wrong(field, `the file is broken: ${problem(parsed.error)}`)
  if (!isLoose(parsed.value)) return wrong(field, 'the file is broken: it is no object')
  return Either.right({ text, value: parsed.value, change: { root, path, expected: file?.sha ?? null } })
}

/** Returns JSON with a merge patch (RFC 7396) in it. Comments and order stay. */
export const mergedJson = (
  writes: Pick<ConfigWritesPort, 'withJson'>,
  text: string,
  value: unknown,
  patch: unknown,
  path: readonly string[] = [],
): string => {
  let edited = text
  for (const [name, member] of Object.entries(loose(patch))) {
    const old = Object.hasOwn(loose(value), name) ? loose(value)[name] : undefined
    const at = [...path, name]
    if (isLoose(member) && isLoose(old)) edited = mergedJson(writes, edited, old, member, at)
    else if (member === null) edited = old === undefined ? edited : writes.withJson(edited, at, undefined)
    else if (JSON.stringify(old) !== JSON.stringify(member)) edited = writes.withJson(edited, at, withoutNulls(member))
  }
  return edited
}

/** A merge patch that makes an object has no nulls in it. */
const withoutNulls = (value: unknown): unknown =>
  isLoose(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, withoutNulls(member)]])),
      )
    : value
