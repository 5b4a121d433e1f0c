import { spawnSync } from 'node:child_process'

/** Milliseconds. A home may have a million files. */
const TIMEOUT_MS = 10 * 60_000
const MAX_OUTPUT = 1024 * 1024

/** The environment of what root runs: nothing of the caller's. */
const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' }

/** Runs a program of the system for the helper, as root or as an account. Returns what it complained about; null if it succeeded. */
export const systemProgram = (
  program: string,
  args: readonly string[],
  as: { readonly uid: number; readonly gid: number } | null = null,
): string | null => {
  const { error, status, stderr } = spawnSync(program, args, {
    env: ENVIRONMENT,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT,
    ...(as === null ? {} : { uid: as.uid, gid: as.gid }),
  })
  if (error !== undefined) return error.message
  return status === 0 ? null : stderr.trim() || `${program} failed`
}
