import * as Effect from 'effect/Effect'
import { run } from '../process/run.js'
import { argumentsOf } from './argv.js'
import { placeOf, removeSockets } from './place.js'

const ANSWER_MS = 10_000

/** Ends the tmux server of a data directory with all that runs in it. Nothing happens where none runs. */
export const endServer = (dataDir: string, env: Readonly<Record<string, string>>): Effect.Effect<void> =>
  Effect.suspend(() => {
    const args = argumentsOf(placeOf(dataDir).socket, [['kill-server']])
    return Effect.ignore(
      run({ program: 'tmux', args, env, cwd: '/', input: '', timeout: ANSWER_MS, maxOutput: 4096, finishes: true }),
    )
  }).pipe(Effect.zipRight(Effect.sync(() => removeSockets(dataDir))))
