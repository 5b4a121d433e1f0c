import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { run } from '../process/run.js'
import { argumentsOf } from './argv.js'
import { socketOf } from './panes.js'

const ANSWER_MS = 10_000

/** Ends the tmux server of a data directory with all that runs in it. Nothing happens where none runs. */
export const endServer = (dataDir: string, env: Readonly<Record<string, string>>): Effect.Effect<void> => {
  const socket = socketOf(dataDir)
  const args = argumentsOf(socket, [['kill-server']])
  return Effect.ignore(
    run({ program: 'tmux', args, env, cwd: '/', input: '', timeout: ANSWER_MS, maxOutput: 4096 }),
  ).pipe(
    // tmux leaves its socket behind.
    Effect.zipRight(Effect.sync(() => rmSync(join('/tmp', `tmux-${process.getuid?.()}`, socket), { force: true }))),
  )
}
