import { deserialize, serialize } from 'node:v8'
import type { Readable, Writable } from 'node:stream'

/** Bytes. The largest that is sent is a part of a file or of what a program prints. */
const MAX_FRAME = 64 * 1024 * 1024
const LENGTH = 4

/** Sends a message: its length, then the message. */
export const sendFrame = (to: Writable, message: unknown): void => {
  const body = serialize(message)
  if (body.length > MAX_FRAME) throw new Error(`a message of ${body.length} bytes is too large`)
  const head = Buffer.alloc(LENGTH)
  head.writeUInt32BE(body.length)
  // One call of the system for both.
  to.cork()
  to.write(head)
  to.write(body)
  to.uncork()
}

/** Calls `take` with each message, in order. `fail` is called once: for bytes that are no message. */
export const receiveFrames = (
  from: Readable,
  take: (message: unknown) => void,
  fail: (error: unknown) => void,
): void => {
  let parts: Buffer[] = []
  let held = 0
  let wanted = LENGTH
  let isBody = false
  const taken = (): Buffer => {
    const all = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
    const rest = all.subarray(wanted)
    parts = rest.length === 0 ? [] : [rest]
    held = rest.length
    return all.subarray(0, wanted)
  }
  const stop = (error: unknown): void => {
    from.removeListener('data', read)
    fail(error)
  }
  const read = (chunk: Buffer): void => {
    parts.push(chunk)
    held += chunk.length
    try {
      while (held >= wanted) {
        const bytes = taken()
        if (isBody) take(deserialize(bytes))
        const next: number = isBody ? LENGTH : bytes.readUInt32BE()
        if (next > MAX_FRAME) throw new Error(`a message of ${next} bytes is too large`)
        wanted = next
        isBody = !isBody
      }
    } catch (error) {
      stop(error)
    }
  }
  from.on('data', read)
}
