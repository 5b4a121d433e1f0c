import { spawnSync } from 'node:child_process'

/** Runs a shell script in place of this process: with its terminal, its input and its environment, until it ends. */
export const passThrough = (script: string): void => {
  spawnSync('sh', [script], { stdio: 'inherit' })
}
