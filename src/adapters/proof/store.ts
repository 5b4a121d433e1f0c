import { randomUUID } from 'node:crypto'
import { constants, rmSync } from 'node:fs'
import { copyFile, link, lstat, mkdir, open, readdir, realpath, rm } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as Effect from 'effect/Effect'
import type { UploadedImage, UploadProblem } from '../../commands/ports/proof-files.js'
import { freeName, isImageContent, isProofName } from '../../domain/proof/proof.js'
import { receiveMultipart } from '../files/multipart.js'
import { newFile } from '../files/new-file.js'

/** The folder of incoming files. No lane has this name. */
const INCOMING = 'incoming'

/** Deletes the uploads that the last run of the service left unfinished. */
export const clearIncoming = (root: string): void => rmSync(join(root, INCOMING), { recursive: true, force: true })

interface ReceivedImage {
  readonly path: string
  /** As the sender named it. */
  readonly name: string
}

/**
 * Stores an image in a folder, under its name or one like it that is free. It is received elsewhere, checked, and then linked into
 * the folder, so nobody sees a part of it and no file is replaced.
 */
export const storeImage = (
  root: string,
  folder: string,
  file: string | undefined,
  image: UploadedImage,
  maxBytes: number,
): Effect.Effect<string, UploadProblem> => {
  const temporary = join(root, INCOMING, randomUUID())
  return Effect.acquireUseRelease(
    Effect.promise(() => mkdir(temporary, { recursive: true, mode: 0o700 })),
    () =>
      Effect.flatMap(
        Effect.promise(() => storeVia(temporary, root, folder, file, image, maxBytes)),
        (stored) => ('problem' in stored ? Effect.fail(stored.problem) : Effect.succeed(stored.name)),
      ),
    () => Effect.promise(() => rm(temporary, { recursive: true, force: true })),
  )
}

type Stored = { readonly name: string } | { readonly problem: UploadProblem }

const storeVia = async (
  temporary: string,
  root: string,
  folder: string,
  file: string | undefined,
  image: UploadedImage,
  maxBytes: number,
): Promise<Stored> => {
  const received = await receive(image, temporary, maxBytes)
  if (typeof received === 'string') return { problem: received }
  const name = file ?? received.name
  if (!isProofName(name)) return { problem: 'name' }
  if (!isImageContent(name, await startOf(received.path))) return { problem: 'not-image' }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A link in the place of a directory could lead elsewhere.
  const [top, real] = await Promise.all([realpath(root), realpath(folder)])
  if (!real.startsWith(top + sep) || dirname(dirname(dirname(real))) !== top) return { problem: 'name' }
  const stored = await placed(received.path, real, name)
  return stored === null ? { problem: 'name' } : { name: stored }
}

const receive = async (
  image: UploadedImage,
  folder: string,
  maxBytes: number,
): Promise<ReceivedImage | UploadProblem> => {
  if (/^multipart\//i.test(image.contentType)) {
    const sent = await receiveMultipart(image, folder, { fileBytes: maxBytes, files: 1 })
    if (sent === null) return 'incomplete'
    if (sent.rejected.length > 0) return 'too-big'
    return sent.files[0] ?? 'incomplete'
  }
  const path = join(folder, 'image')
  let size = 0
  const limited = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of image.stream) {
      size += chunk.byteLength
      if (size > maxBytes) return
      yield chunk
    }
  }
  try {
    await pipeline(Readable.from(limited()), newFile(path))
  } catch {
    return 'incomplete'
  }
  return size > maxBytes ? 'too-big' : { path, name: '' }
}

const START_BYTES = 16

const startOf = async (path: string): Promise<Uint8Array> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
    await file.datasync()
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Gives a file a name in a folder that no other file has. Returns the name; null if all names like it are in use. */
const placed = async (path: string, folder: string, wanted: string): Promise<string | null> => {
  const used = new Set(await readdir(folder))
  for (;;) {
    const name = freeName(wanted, (candidate) => used.has(candidate))
    if (name === null) return null
    // oxlint-disable-next-line no-await-in-loop -- another upload may get the name first
    if (await linked(path, join(folder, name))) return name
    used.add(name)
  }
}

const linked = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    // Some file systems have no hard links.
    if ((await lstat(to).catch(() => null)) !== null) return false
    await copyFile(from, to, constants.COPYFILE_EXCL)
    return true
  }
}
