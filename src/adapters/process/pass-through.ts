import { spawnSync } from 'node:child_process'

/** Runs a shell script with this process's terminal, input and environment. Returns when it exits. */
export const passThrough = (script: string): void => {
  spawnSync('sh', [script], { stdio: 'inherit' })
}
