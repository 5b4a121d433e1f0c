import { closeSync, type Stats } from 'node:fs'
import { extname, join, sep } from 'node:path'
import * as Effect from 'effect/Effect'
import type { FileText, ImageBytes } from '../../commands/ports/git-reads.js'
import { isRevision, isSecretPath, lanePath } from '../../domain/git/paths.js'
import { linesOf } from '../../domain/git/text.js'
import { isRejection, reject, type Rejection } from '../../domain/rejection.js'
import { bytesOf, openAt } from '../files/regular-file.js'
import { blobId } from './blob-id.js'
import type { Git } from './git.js'
import { commitOf, realPath } from './queries.js'

/** Bytes of a text file. */
export const MAX_TEXT = 1024 * 1024
const MAX_IMAGE = 20 * 1024 * 1024
/** Git decides by the same number of bytes whether a file is binary. */
const SNIFFED = 8000
const WORK = 'work'

type PathCode = 'EBADPATH' | 'ENOFILE' | 'ESECRET' | 'EBADREV'

interface Content {
  readonly bytes: Buffer
  readonly truncated: boolean
}

/** Returns the first bytes of a file, in the working directory or in a commit. */
const contentOf = (
  git: Git,
  dir: string,
  path: string,
  rev: string,
  max: number,
): Effect.Effect<Content, Rejection<PathCode>> => {
  const named = allowedPath(path)
  if (isRejection(named)) return Effect.fail(named)
  if (rev === WORK) return Effect.suspend(() => inWork(dir, named, max))
  return isRevision(rev) ? inCommit(git, dir, named, rev, max) : Effect.fail(badRevision(rev))
}

/** Returns a path inside the lane as git names it, unless its content is secret. */
export const allowedPath = (path: string): string | Rejection<'EBADPATH' | 'ESECRET'> => {
  const named = lanePath(path)
  if (named === null) return reject('EBADPATH', 'path: must be inside the lane')
  return isSecretPath(named) ? secret() : named
}

const secret = () => reject('ESECRET', 'settings.local.json may hold keys and is never shown')
const noFile = (path: string) => reject('ENOFILE', `${path} is not a file`)
const badRevision = (rev: string) => reject('EBADREV', `there is no commit ${rev}`)

const inWork = (dir: string, path: string, max: number): Effect.Effect<Content, Rejection<PathCode>> => {
  const opened = openedInWork(dir, path)
  if (isRejection(opened)) return Effect.fail(opened)
  try {
    const { size } = opened.stats
    return Effect.succeed({ bytes: bytesOf(opened.fd, Math.min(size, max)), truncated: size > max })
  } finally {
    closeSync(opened.fd)
  }
}

interface OpenedFile {
  readonly fd: number
  readonly stats: Stats
  /** Absolute, without symbolic links. */
  readonly path: string
}

/** Opens a file in the working directory. Links may not lead out of it, to a secret file, or into git's own data. */
export const openedInWork = (dir: string, path: string): OpenedFile | Rejection<'EBADPATH' | 'ESECRET' | 'ENOFILE'> => {
  const real = realPath(join(dir, path))
  const root = realPath(dir)
  if (!real.startsWith(root + sep)) return reject('EBADPATH', 'path: leads out of the lane')
  if (isSecretPath(real)) return secret()
  if (lanePath(real.slice(root.length + 1)) === null) return reject('EBADPATH', 'path: is part of git')
  const opened = openAt(real)
  return opened === null ? noFile(path) : { ...opened, path: real }
}

const inCommit = (
  git: Git,
  dir: string,
  path: string,
  rev: string,
  max: number,
): Effect.Effect<Content, Rejection<PathCode>> =>
  git.read(dir, ['cat-file', 'blob', `${rev}:./${path}`], { maxOutput: max }).pipe(
    Effect.map((bytes): Content => ({ bytes, truncated: false })),
    Effect.catchAll((error) =>
      error._tag === 'TooMuchOutput'
        ? Effect.succeed({ bytes: error.output, truncated: true })
        : Effect.flatMap(commitOf(git, dir, rev), (commit) =>
            Effect.fail(commit === null ? badRevision(rev) : noFile(path)),
          ),
    ),
  )

/** Returns the text of a file. */
export const fileText = (
  git: Git,
  dir: string,
  path: string,
  rev: string,
): Effect.Effect<FileText, Rejection<PathCode>> =>
  Effect.map(contentOf(git, dir, path, rev, MAX_TEXT), (content) => textOf(lanePath(path) ?? path, rev, content))

/** Returns how the content of a file is shown. */
export const textOf = (path: string, rev: string, { bytes, truncated }: Content): FileText => {
  const binary = isBinary(bytes)
  return {
    path,
    rev,
    binary,
    truncated,
    ...linesOf(binary ? '' : bytes.toString('utf8')),
    sha: truncated ? null : blobId(bytes),
  }
}

/** Returns whether git would call a content binary. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, SNIFFED).includes(0)

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml',
}

/** Returns the bytes of an image file. */
export const image = (
  git: Git,
  dir: string,
  path: string,
  rev: string,
): Effect.Effect<ImageBytes, Rejection<PathCode | 'ENOTIMAGE' | 'ETOOBIG'>> => {
  const named = allowedPath(path)
  if (isRejection(named)) return Effect.fail(named)
  const type = IMAGE_TYPES[extname(named).toLowerCase()]
  if (type === undefined) return Effect.fail(reject('ENOTIMAGE', `${path} is not an image`))
  return Effect.flatMap(
    contentOf(git, dir, path, rev, MAX_IMAGE),
    ({ bytes, truncated }): Effect.Effect<ImageBytes, Rejection<'ETOOBIG'>> =>
      truncated
        ? Effect.fail(reject('ETOOBIG', `${path} is larger than ${MAX_IMAGE / 1024 / 1024} MB`))
        : Effect.succeed({ type, bytes }),
  )
}
