import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { RunningServer } from './program.js'
import { kill } from '../support/process/kill.js'

/** How long the event loop of a service is blocked. */
export interface EventLoop {
  /** What the service needs in its environment. */
  readonly env: Readonly<Record<string, string>>
  /** Returns the longest time since the last call, in milliseconds. */
  readonly longest: (service: RunningServer) => Promise<number>
}

export const eventLoopIn = (folder: string): EventLoop => {
  const file = join(folder, 'event-loop')
  return {
    env: { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'event-loop.mjs')}`, EVENT_LOOP_FILE: file },
    longest: async ({ pid }) => {
      rmSync(file, { force: true })
      kill(pid, 'SIGUSR2')
      while (!existsSync(file)) await setTimeout(1)
      return Number(readFileSync(file, 'utf8'))
    },
  }
}
