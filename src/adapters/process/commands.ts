import { argumentsOf, pidsInProc } from './proc.js'

/** A process of this machine with its arguments. */
export interface RunningCommand {
  readonly pid: number
  /** The program is the first. */
  readonly args: readonly string[]
}

/** Returns the processes whose arguments can be read. Null where there is no /proc. */
export const runningCommands = (): readonly RunningCommand[] | null =>
  pidsInProc()?.flatMap((pid) => {
    const args = argumentsOf(pid)
    return args === null ? [] : [{ pid, args }]
  }) ?? null
