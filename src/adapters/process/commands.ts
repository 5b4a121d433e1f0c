import { readdirSync, readFileSync } from 'node:fs'

/** A process of this machine with its arguments. */
export interface RunningCommand {
  readonly pid: number
  /** The program is the first. */
  readonly args: readonly string[]
}

/** Returns the processes whose arguments can be read. Null where there is no /proc. */
export const runningCommands = (): readonly RunningCommand[] | null => {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? commandOf(Number(name)) : []))
  } catch {
    return null
  }
}

const commandOf = (pid: number): readonly RunningCommand[] => {
  try {
    // The kernel ends each argument with a zero byte.
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
    return args.length === 0 ? [] : [{ pid, args }]
  } catch {
    // It has ended meanwhile.
    return []
  }
}
