import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, readlinkSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MAX_KEPT_FILE } from '../../../domain/git/kept.js'
import { Schema as S } from '../../../domain/schema.js'
import { inDirectory } from '../../files/directory-handle.js'
import { bytesOf, openRegular } from '../../files/regular-file.js'
import { statsOf } from '../discard-paths.js'
import { replaceFileIf, replaceLinkIf } from '../../files/replace-file.js'

/** What is at a path, without its content. */
export const FileState = S.NullOr(
  S.Union(
    S.Struct({ kind: S.Literal('link'), target: S.String }),
    S.Struct({ kind: S.Literal('file'), mode: S.Number, hash: S.String }),
  ),
)
export type FileState = S.Schema.Type<typeof FileState>

/** What is at a path, with the content of a file. */
export interface ReadFile {
  readonly state: FileState
  readonly bytes: Buffer | null
}

const ABSENT: ReadFile = { state: null, bytes: null }

/**
 * Returns what is at a path below a directory. Undefined for what cannot be kept: a directory, a device, a file that is too large.
 * Nothing is followed: below a link, there is nothing.
 */
export const readState = (dir: string, path: string): ReadFile | undefined => {
  const place = join(dir, path)
  const read = inDirectory(dirname(place), (directory) => ({ is: readAt(join(directory, basename(place))) }))
  return read === null ? ABSENT : read.is
}

const readAt = (path: string): ReadFile | undefined => {
  const stats = statsOf(path)
  if (stats === undefined) return ABSENT
  if (stats.isSymbolicLink()) return { state: { kind: 'link', target: readlinkSync(path, 'latin1') }, bytes: null }
  const opened = openRegular(path)
  if (opened === null) return undefined
  try {
    const { size, mode } = opened.stats
    if (size > MAX_KEPT_FILE) return undefined
    const bytes = bytesOf(opened.fd, size)
    return { state: { kind: 'file', mode: mode & 0o777, hash: hashOf(bytes) }, bytes }
  } finally {
    closeSync(opened.fd)
  }
}

/** Identifies the content of a file. */
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Whether two paths have the same thing. */
export const isSame = (a: FileState, b: FileState): boolean => {
  if (a === null || b === null) return a === b
  if (a.kind === 'link') return b.kind === 'link' && a.target === b.target
  return b.kind === 'file' && a.hash === b.hash && a.mode === b.mode
}

/** Puts something at a path, unless something else is there than expected. Returns whether it did. */
export const putState = (dir: string, path: string, { state, bytes }: ReadFile, expected: FileState): boolean => {
  const place = join(dir, path)
  if (state !== null) makeParents(dir, path)
  const done = inDirectory(dirname(place), (directory) => {
    const at = join(directory, basename(place))
    const isExpected = (): boolean => {
      const now = readAt(at)
      return now !== undefined && isSame(now.state, expected)
    }
    if (state?.kind === 'file') return replaceFileIf(at, bytes ?? '', state.mode, isExpected)
    if (state?.kind === 'link') return replaceLinkIf(at, Buffer.from(state.target, 'latin1'), isExpected)
    if (!isExpected()) return false
    rmSync(at, { force: true })
    return true
  })
  return done ?? false
}

/** Makes the directories of a path that are missing, and goes through no link. */
const makeParents = (dir: string, path: string): void => {
  const names = dirname(path) === '.' ? [] : dirname(path).split('/')
  names.forEach((name, depth) => {
    inDirectory(join(dir, ...names.slice(0, depth)), (directory) => {
      if (statsOf(join(directory, name)) === undefined) mkdirSync(join(directory, name))
    })
  })
}
