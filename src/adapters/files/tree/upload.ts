import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_UPLOAD } from '../../../domain/files/upload.js'
import { reject } from '../../../domain/rejection.js'
import type { Spot } from './place.js'

/** Writes a stream to a new file, and to the disk. Nothing is left of it if it fails or is aborted. Returns the bytes. */
export const written = async (
  { folder, name }: Spot,
  stream: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<number> => {
  const path = join(folder.at, name)
  const file = await open(path, 'wx', 0o666)
  try {
    let bytes = 0
    for await (const chunk of whole(stream)) {
      signal.throwIfAborted()
      bytes += chunk.byteLength
      if (bytes > MAX_UPLOAD) throw reject('ETOOBIG', 'more than 500 MB')
      await file.writeFile(chunk)
    }
    signal.throwIfAborted()
    await file.sync()
    return bytes
  } catch (error) {
    await unlink(path)
    throw error
  } finally {
    await file.close()
  }
}

/** Returns the parts of a body. One that breaks off is a fault of the request. */
async function* whole(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch {
    throw reject('INVALID_INPUT', 'the upload broke off; nothing was kept')
  }
}
