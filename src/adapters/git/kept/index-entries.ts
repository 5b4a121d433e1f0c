import * as Effect from 'effect/Effect'
import type { GitFailed } from '../../../domain/git/failures.js'
import { isStaged } from '../../../domain/git/selection.js'
import type { Blob } from '../../../domain/git/status.js'
import { statusIn } from '../facts.js'
import type { Git } from '../git.js'
import { failed } from '../queries.js'

interface IndexEntry {
  readonly path: string
  /** Null removes the path from the index. */
  readonly index: Blob | null
}

const NO_ID = '0'.repeat(40)

/** Puts entries into the index, but where something was staged since, or git no longer has the content. */
export const putIndexEntries = (git: Git, dir: string, wanted: readonly IndexEntry[]): Effect.Effect<void, GitFailed> =>
  Effect.gen(function* () {
    if (wanted.length === 0) return
    const { changed } = yield* statusIn(git, dir)
    const staged = new Set(changed.filter(isStaged).map(({ path }) => path))
    const stored = yield* storedBlobs(
      git,
      dir,
      wanted.flatMap(({ index }) => index?.id ?? []),
    )
    const { prefix } = yield* Effect.mapError(git.directories(dir), failed)
    const entries = wanted
      .filter(({ path, index }) => !staged.has(path) && (index === null || stored.has(index.id)))
      .map(({ path, index }) => `${index?.mode ?? '0'} ${index?.id ?? NO_ID}\t${prefix}${path}\0`)
    const args = ['update-index', '-z', '--index-info']
    yield* Effect.mapError(git.write(dir, args, { input: entries.join('') }), failed)
  })

/** Returns which of these blobs git has. */
const storedBlobs = (git: Git, dir: string, ids: readonly string[]): Effect.Effect<ReadonlySet<string>, GitFailed> =>
  git.read(dir, ['cat-file', '--batch-check'], { input: ids.map((id) => `${id}\n`).join('') }).pipe(
    Effect.map((output) => {
      const lines = output.toString('latin1').split('\n')
      return new Set(lines.flatMap((line) => (line.includes(' blob ') ? line.slice(0, line.indexOf(' ')) : [])))
    }),
    Effect.mapError(failed),
  )
