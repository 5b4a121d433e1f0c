import { isFolderName } from '../lane/folder-name.js'
import { reject, type Rejection } from '../rejection.js'
import { CONFLICTS, type Conflict } from './conflict.js'
import { readSegments, type Segments } from './path.js'

const MOST_PATHS = 1000

const bad = (field: string, message: string) => reject('EBADFIELD', `${field}: ${message}`, { fields: { field } })

/** Reads the path of an entry that exists, or of a folder. */
export const readPath = (value: unknown, field = 'path'): Segments | Rejection<'EBADPATH'> =>
  readSegments(value) ?? reject('EBADPATH', `${field}: must be relative, without . and ..`, { fields: { field } })

/** Reads the path of a new entry, whose name can be shown. */
export const readNewPath = (value: unknown): Segments | Rejection<'EBADPATH'> => {
  const path = readPath(value)
  const isNew = !('code' in path) && (path.length === 0 || isFolderName(path.at(-1)))
  return isNew || 'code' in path ? path : reject('EBADPATH', 'path: its name is too long, or has control characters')
}

export const readName = (value: unknown): string | Rejection<'EBADNAME'> =>
  isFolderName(value) ? value : reject('EBADNAME', 'name: must be one name', { fields: { field: 'name' } })

export const readPaths = (
  value: unknown,
  field = 'paths',
): readonly Segments[] | Rejection<'EBADFIELD' | 'EBADPATH'> => {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_PATHS)
    return bad(field, `must have 1 to ${MOST_PATHS} paths`)
  const paths: Segments[] = []
  for (const one of value as readonly unknown[]) {
    const path = readPath(one, field)
    if ('code' in path) return path
    paths.push(path)
  }
  return paths
}

export const readConflict = (value: unknown): Conflict | Rejection<'EBADFIELD'> =>
  value === undefined || value === null
    ? 'fail'
    : (CONFLICTS.find((one) => one === value) ?? bad('conflict', `must be one of ${CONFLICTS.join(', ')}`))

/** Reads the lane that files are copied from; null for the same folder. */
export const readFromLane = (value: unknown): number | null | Rejection<'EBADFIELD'> => {
  if (value === undefined || value === null) return null
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : bad('fromLane', 'must be the id of a lane')
}
