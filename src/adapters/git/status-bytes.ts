import * as Effect from 'effect/Effect'
import { pathsToStage } from '../../domain/git/selection.js'
import { type ChangedPath, readStatus, STATUS, type Status } from '../../domain/git/status.js'
import type { GitRejection } from '../../commands/ports/git-writes.js'
import { topOf } from './exclude.js'
import type { Git } from './git.js'
import { failed } from './queries.js'
import { ADD, refusal } from './write-paths.js'

/** Reads the output of `git status`. Marks the paths whose bytes are not UTF-8: their text does not name them. */
export const statusOf = (output: Buffer): Status => {
  const status = readStatus(output.toString('utf8'))
  if (Buffer.from(output.toString('utf8')).equals(output)) return status
  const raw = readStatus(output.toString('latin1')).changed
  return { ...status, changed: status.changed.map((file, index) => marked(file, raw[index])) }
}

const marked = (file: ChangedPath, raw: ChangedPath | undefined): ChangedPath =>
  isExact(file.path, raw?.path) && isExact(file.from, raw?.from) ? file : { ...file, isUnnameable: true }

const isExact = (text: string | null, raw: string | null | undefined): boolean =>
  text === null || Buffer.from(text).equals(Buffer.from(raw ?? '', 'latin1'))

/** Puts all changes below a directory into the index. Names are passed as the bytes that git printed. */
export const stageEverything = (git: Git, dir: string): Effect.Effect<void, GitRejection> =>
  Effect.gen(function* () {
    const output = yield* git.read(dir, [...STATUS, '--', '.'])
    const changed = readStatus(output.toString('latin1')).changed.filter(({ path }) => !path.endsWith('/'))
    const input = Buffer.from(pathsToStage(changed).join('\0'), 'latin1')
    if (input.length === 0) return
    yield* git.write(yield* topOf(git, dir), [...ADD, '--pathspec-from-file=-', '--pathspec-file-nul'], { input })
  }).pipe(Effect.mapError((error) => refusal(failed(error))))
