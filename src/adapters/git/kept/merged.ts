import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { MAX_KEPT_FILE } from '../../../domain/git/kept.js'
import type { Git } from '../git.js'
import { hashOf, type ReadFile } from './file-state.js'

interface Versions {
  /** The current file. */
  readonly now: ReadFile
  readonly before: Buffer
  readonly after: Buffer
}

/**
 * Returns a file with both what was discarded and what was changed since. Null if both changed the same lines, or for anything but
 * text.
 * @param folder where the versions are written for git
 */
export const merged = (
  git: Git,
  dir: string,
  folder: string,
  { now, before, after }: Versions,
): Effect.Effect<ReadFile | null> => {
  const { state, bytes } = now
  if (state?.kind !== 'file' || bytes === null) return Effect.succeed(null)
  const files = { now: bytes, after, before }
  const places = Object.entries(files).map(([name, content]) => ({ place: join(folder, `merge-${name}`), content }))
  const merging = Effect.gen(function* () {
    for (const { place, content } of places) writeFileSync(place, content, { mode: 0o600 })
    const args = ['merge-file', '--stdout', '--quiet', '--', ...places.map(({ place }) => place)]
    const output = yield* git.read(dir, args, { maxOutput: 2 * MAX_KEPT_FILE })
    return { state: { ...state, hash: hashOf(output) }, bytes: output }
  })
  const cleared = Effect.sync(() => {
    for (const { place } of places) rmSync(place, { force: true })
  })
  // Git exits with the number of conflicts.
  return Effect.ensuring(
    Effect.orElseSucceed(merging, () => null),
    cleared,
  )
}
