import { close, createWriteStream, fdatasync, open, write, type WriteStream } from 'node:fs'

const STEP_BYTES = 4 * 1024 * 1024

/**
 * Creates a file, readable by its owner only; fails when it exists. Syncs to disk every few megabytes: the system would
 * otherwise write gigabytes of dirty pages at once half a minute later, and every hook's commit would wait for that.
 */
export const newFile = (path: string): WriteStream => {
  let keptBack = 0
  type Done = (error: Error | null, written: number, buffer: Buffer) => void
  const writeOn = (fd: number, buffer: Buffer, offset: number, length: number, position: number | null, done: Done) =>
    write(fd, buffer, offset, length, position, (error, written) => {
      keptBack += written
      if (error !== null || keptBack < STEP_BYTES) return done(error, written, buffer)
      keptBack = 0
      return fdatasync(fd, (failed) => done(failed, written, buffer))
    })
  return createWriteStream(path, { flags: 'wx', mode: 0o600, fs: { open, close, write: writeOn as never } })
}
