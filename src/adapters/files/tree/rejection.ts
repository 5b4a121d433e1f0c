import type { UploadRejection } from '../../../commands/ports/folder-files.js'
import { isRejection, reject, type Rejection } from '../../../domain/rejection.js'

/** Any refusal of work on files. */
export type FileRejection = UploadRejection

/**
 * Runs work on files. What the system refuses is a rejection that says what to do.
 * @typeParam T what the caller promises: only it knows which rejections the work can have, such as that a read fills no disk
 */
export const trying = async <T>(work: () => Promise<Exclude<T, Rejection> | FileRejection>): Promise<T> => {
  try {
    return (await work()) as T
  } catch (error) {
    if (isRejection(error)) return error as T
    const found = rejectionOf((error as NodeJS.ErrnoException).code ?? '')
    if (found === null) throw error
    return found as T
  }
}

const rejectionOf = (code: string): FileRejection | null => {
  const known: Readonly<Record<string, () => FileRejection>> = {
    EACCES: readOnly,
    EPERM: readOnly,
    EROFS: readOnly,
    ENOSPC: noSpace,
    EDQUOT: noSpace,
    EFBIG: noSpace,
    ENOENT: gone,
    ENOTDIR: gone,
    ELOOP: gone,
    EEXIST: () => existing([]),
    ENOTEMPTY: () => existing([]),
    ENAMETOOLONG: () => badPath('a name is longer than the file system allows'),
    EINVAL: () => badPath('cannot be used for this'),
  }
  return known[code]?.() ?? null
}

const readOnly = () => reject('EREADONLY', 'the service may not write here: check the permissions of the folder')
const noSpace = () => reject('ENOSPC', 'the disk is full; nothing was kept')
const gone = () => reject('ENOTFOUND', 'it was moved or deleted meanwhile')

export const badPath = (message: string) => reject('EBADPATH', `path: ${message}`)
export const missing = (path: string) => reject('ENOTFOUND', `${path === '' ? 'the folder' : path} does not exist`)

/** The rejection for names that are taken. */
export const existing = (names: readonly string[]): Rejection<'EEXISTS'> =>
  reject('EEXISTS', names.length === 1 ? `${names[0]} exists already` : 'some names exist already', {
    fields: { names },
  })
