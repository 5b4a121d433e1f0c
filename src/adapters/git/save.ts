import { closeSync } from 'node:fs'
import * as Effect from 'effect/Effect'
import type { EditedFile, LaneFilesPort, SavedFile } from '../../commands/ports/lane-files.js'
import { textToSave } from '../../domain/git/text.js'
import { isRejection, reject } from '../../domain/rejection.js'
import { bytesOf } from '../files/regular-file.js'
import { replaceFileAt } from '../files/replace-file.js'
import { blobId } from './blob-id.js'
import { allowedPath, isBinary, MAX_TEXT, openedInWork, textOf } from './file.js'
import type { Git } from './git.js'
import { placeIn } from './writes.js'

/** Returns the port for changes of files. */
export const laneFiles = (git: Git): LaneFilesPort => ({
  save: (dir, edited) =>
    Effect.gen(function* () {
      const named = allowedPath(edited.path)
      if (isRejection(named)) return yield* Effect.fail(named)
      yield* placeIn(git, dir)
      const saved = save(dir, { ...edited, path: named })
      return isRejection(saved) ? yield* Effect.fail(saved) : saved
    }),
})

/** Nothing here is asynchronous, so of two requests with the same base only one saves. */
const save = (dir: string, { path: named, content, baseSha }: EditedFile) => {
  if (Buffer.byteLength(content) > MAX_TEXT) return tooBig()
  const found = contentOf(dir, named)
  if (isRejection(found)) return found
  const { bytes, real, mode } = found
  if (bytes.length > MAX_TEXT) return tooBig()
  const text = bytes.toString('utf8')
  // Bytes that are not UTF-8 would be lost, also in lines that the user did not edit.
  if (isBinary(bytes) || !Buffer.from(text).equals(bytes)) return reject('EBINARY', 'only UTF-8 text can be edited')
  if (blobId(bytes) !== baseSha) return stale()
  const after = Buffer.from(textToSave(text, content))
  if (after.length > MAX_TEXT) return tooBig()
  const saved = (changed: boolean): SavedFile => ({
    file: { ...textOf(named, 'work', { bytes: after, truncated: false }), sha: blobId(after) },
    changed,
  })
  if (after.equals(bytes)) return saved(false)
  const isUnchanged = (): boolean => {
    const now = contentOf(dir, named)
    return !isRejection(now) && now.real === real && now.bytes.equals(bytes)
  }
  try {
    return replaceFileAt(real, after, mode, isUnchanged) ? saved(true) : stale()
  } catch (error) {
    return reject('EGIT', `the file cannot be written: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`)
  }
}

const tooBig = () => reject('ETOOBIG', 'only files up to 1 MB can be edited')
const stale = () => reject('ESTALE', 'the file was changed since it was read')

/** Returns the content of a file, of a large one its beginning. */
const contentOf = (dir: string, path: string) => {
  const opened = openedInWork(dir, path)
  if (isRejection(opened)) return opened
  try {
    const { size, mode } = opened.stats
    return { bytes: bytesOf(opened.fd, Math.min(size, MAX_TEXT + 1)), real: opened.path, mode: mode & 0o7777 }
  } finally {
    closeSync(opened.fd)
  }
}
