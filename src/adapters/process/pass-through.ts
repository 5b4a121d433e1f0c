import { spawnSync } from 'node:child_process'

/** Runs a program with this process's terminal, input and environment. Returns its exit code when it exits; null after a signal. */
export const passThrough = (program: string, args: readonly string[]): number | null =>
  spawnSync(program, args, { stdio: 'inherit' }).status
