import * as Effect from 'effect/Effect'
import { run } from '../process/run.js'

const ASK_MS = 10_000
const MAX_OUTPUT = 64 * 1024

/** Returns the fingerprint of the key that an SSH host shows, to be compared with what its owner says; null if it is unreachable. */
export const hostKeyFingerprint = (
  env: Readonly<Record<string, string>>,
  host: string,
  port: number | null,
): Effect.Effect<string | null> => {
  const limits = { env, cwd: '/', timeout: ASK_MS, maxOutput: MAX_OUTPUT }
  const scan = { ...limits, program: 'ssh-keyscan', args: ['-T', '5', '-p', String(port ?? 22), '--', host] }
  return run(scan).pipe(
    Effect.flatMap(({ output }) => run({ ...limits, program: 'ssh-keygen', args: ['-l', '-f', '-'], input: output })),
    Effect.map(({ output }) => {
      const lines = output.toString('utf8').split('\n')
      const line = lines.find((one) => one.includes('(ED25519)')) ?? lines[0] ?? ''
      return /\bSHA256:[A-Za-z0-9+/=]+/.exec(line)?.[0] ?? null
    }),
    Effect.orElseSucceed(() => null),
  )
}
