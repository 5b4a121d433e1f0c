import { fileURLToPath } from 'node:url'
import * as Effect from 'effect/Effect'
import { LRUCache } from 'lru-cache'
import type { Run } from '../process/run.js'
import { singleFlight } from '../single-flight.js'
import { entryOf, programBeside } from '../threads/program.js'

const PROGRAM = programBeside(import.meta.url, 'thumbnail')
const TIMEOUT_MS = 10_000
const MAX_OUTPUT = 2 * 1024 * 1024
const KEPT_BYTES = 16 * 1024 * 1024
/** What an entry takes beside its content. */
const OVERHEAD = 200
const AT_ONCE = 2

const NOTHING = new Uint8Array()

/**
 * Returns a function that makes an image smaller, as WebP; null if that fails, as with an image that is damaged, too large or made to
 * harm a decoder. `stamp` changes when the image does, and no other image has it. The last ones are kept in memory, and none on disk:
 * nothing of a deleted image is left there.
 */
export const thumbnailer = (run: Run) => {
  // An empty one means an image that cannot be made smaller.
  const kept = new LRUCache<string, Uint8Array>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength + OVERHEAD,
  })
  const [share, slots] = [singleFlight<Uint8Array>(), Effect.unsafeMakeSemaphore(AT_ONCE)]
  const made = (key: string, width: number, read: () => Promise<Uint8Array | null>): Effect.Effect<Uint8Array> =>
    Effect.flatMap(Effect.promise(read), (input) =>
      run({
        program: process.execPath,
        args: [fileURLToPath(entryOf(PROGRAM)), PROGRAM.href, String(width)],
        env: {},
        cwd: '/',
        input: input ?? NOTHING,
        timeout: TIMEOUT_MS,
        maxOutput: MAX_OUTPUT,
      }),
    ).pipe(
      Effect.map(({ code, output }) => (code === 0 ? output : NOTHING)),
      Effect.tap((small) => Effect.sync(() => kept.set(key, small))),
      // It took too long, which says little on a busy machine.
      Effect.orElseSucceed(() => NOTHING),
      slots.withPermits(1),
    )
  return (stamp: string, width: number, read: () => Promise<Uint8Array | null>): Effect.Effect<Uint8Array | null> =>
    Effect.suspend(() => {
      const key = `${width} ${stamp}`
      const known = kept.get(key)
      const small = known === undefined ? share(key, made(key, width, read)) : Effect.succeed(known)
      return Effect.map(small, (bytes) => (bytes.byteLength === 0 ? null : bytes))
    })
}
