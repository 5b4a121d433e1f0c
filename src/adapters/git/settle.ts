import * as Effect from 'effect/Effect'
import { filterNames } from '../../domain/git/repository-settings.js'
import type { Git } from './git.js'

const SECOND = 1000
/** Clocks of file systems are a little behind. */
const BEHIND_MS = 20

/**
 * Writes the index again, a second after files were written, where the repository has filters. Reads run without them. Git then
 * takes a file for changed that was written in the same second as the index, because it compares its content.
 */
export const settle = (git: Git, dir: string): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (filterNames((yield* git.directories(dir)).settings).size === 0) return
    const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    yield* Effect.sleep(SECOND - (now % SECOND) + BEHIND_MS)
    yield* git.write(dir, ['update-index', '-q', '--refresh', '--force-write-index'])
  }).pipe(Effect.ignore)
