import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  futimesSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import * as Effect from 'effect/Effect'
import type { AccountHome, ChangedHomeFile } from '../../commands/ports/account-home.js'
import { isReadPath } from './home-path.js'

/** Bytes before the end that must be the same, or the file was replaced. */
const OVERLAP = 256
const PART = 512 * 1024
/** Bytes of the largest file that is copied. */
const MOST = 2 * 1024 * 1024 * 1024
/** Bytes that stay free on the disk of the service. */
const LEAST_FREE = 512 * 1024 * 1024

/** Returns where the copies of the homes of accounts are. */
export const homeCopies = (dataDir: string): string => join(dataDir, 'accounts')

/**
 * Copies what changed in the home of an account, from where the copy ends: the service cannot read it there. The copy has the same path below
 * its folder. A file that was deleted there stays.
 */
export const copyChanged = (
  folder: string,
  { path, size, mtimeMs }: ChangedHomeFile,
  read: AccountHome['read'],
): Effect.Effect<void, Error> =>
  Effect.suspend(() => {
    if (!isReadPath(path)) return Effect.void
    if (size > MOST) return Effect.fail(new Error(`${path} is too large to be read`))
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    return Effect.acquireUseRelease(
      Effect.try({
        try: () => openSync(target, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600),
        catch: (error) => error as Error,
      }),
      (fd) => filled(fd, target, { path, size, mtimeMs }, read),
      (fd) => Effect.sync(() => closeSync(fd)),
    )
  })

const filled = (fd: number, target: string, { path, size, mtimeMs }: ChangedHomeFile, read: AccountHome['read']) =>
  Effect.gen(function* () {
    const before = fstatSync(fd)
    if (size >= 0 && before.size === size && Math.abs(before.mtimeMs - mtimeMs) < 1) return
    // A small file that is replaced is read again from its start.
    let offset = size < 0 ? 0 : before.size
    for (;;) {
      const from = Math.max(0, offset - OVERLAP)
      const part = yield* read(path, from, PART)
      if (part === null) return size < 0 ? rmSync(target, { force: true }) : undefined
      const overlap = Buffer.alloc(offset - from)
      readSync(fd, overlap, 0, overlap.length, from)
      const isSame = part.size >= offset && overlap.equals(part.bytes.subarray(0, overlap.length))
      if (!isSame) {
        ftruncateSync(fd, 0)
        offset = 0
        continue
      }
      const added = part.bytes.subarray(overlap.length)
      if (size < 0) ftruncateSync(fd, added.length)
      const { bavail, bsize } = statfsSync(dirname(target))
      if (added.length > 0 && bavail * bsize < LEAST_FREE)
        return yield* Effect.fail(new Error('the disk is nearly full'))
      writeSync(fd, added, 0, added.length, offset)
      offset += added.length
      if (added.length === 0 || offset >= part.size) break
    }
    futimesSync(fd, mtimeMs / 1000, mtimeMs / 1000)
  })
