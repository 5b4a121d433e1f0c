import * as Effect from 'effect/Effect'
import { run } from './run.js'

const TIMEOUT_MS = 5000
const MAX_OUTPUT = 64 * 1024

/** Returns the version that a program prints, such as `3.3a`. Null if it is missing, fails or prints none. */
export const versionOf = (
  program: string,
  flag: string,
  env: Readonly<Record<string, string>>,
): Effect.Effect<string | null> =>
  run({ program, args: [flag], env, timeout: TIMEOUT_MS, maxOutput: MAX_OUTPUT }).pipe(
    Effect.map(({ code, output }) => (code === 0 ? (/\d+\.\d+[\w.]*/.exec(output.toString())?.[0] ?? null) : null)),
    Effect.catchAll(() => Effect.succeed(null)),
  )
