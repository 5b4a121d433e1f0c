import * as Effect from 'effect/Effect'
import type { GitError } from './errors.js'
import type { Git } from './git.js'

const NEWLINE = 0x0a

/** Returns the contents of blobs by their ids. A missing one is left out. */
export const blobsOf = (
  git: Git,
  dir: string,
  ids: readonly string[],
  maxOutput: number,
): Effect.Effect<ReadonlyMap<string, Buffer>, GitError> =>
  ids.length === 0
    ? Effect.succeed(new Map())
    : Effect.map(git.read(dir, ['cat-file', '--batch'], { input: `${ids.join('\n')}\n`, maxOutput }), (output) => {
        const found = new Map<string, Buffer>()
        for (let at = 0; at < output.length; ) {
          const end = output.indexOf(NEWLINE, at)
          const [id = '', type, size] = output.toString('latin1', at, end).split(' ')
          at = end + 1
          if (type !== 'blob') continue
          const last = at + Number(size)
          found.set(id, output.subarray(at, last))
          at = last + 1
        }
        return found
      })
