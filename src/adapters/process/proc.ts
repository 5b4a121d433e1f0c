import { readdirSync, readFileSync } from 'node:fs'

/** Indexes of fields that `statOf` returns. */
export const FIELD = { state: 0, parent: 1, group: 2, terminal: 4, start: 19 } as const

/** Returns the fields of /proc/<pid>/stat after the command name, which may itself contain spaces and parentheses. */
export const statOf = (pid: number | string, folder = '/proc'): readonly string[] | null => {
  try {
    const stat = readFileSync(`${folder}/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/** Returns the name that a process has given itself, or that of its program; null if it has ended. */
export const nameOf = (pid: number): string | null => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trimEnd()
  } catch {
    return null
  }
}

/** Whether a process has ended and nobody has waited for it. */
export const isZombie = (stat: readonly string[]): boolean => stat[FIELD.state] === 'Z'

/** Stopped, also by a debugger, or ended. */
const STILL = new Set(['T', 't', 'Z', 'X'])

/** Whether all threads of a process are stopped, so that it starts nothing. Also when it has ended. */
export const hasStopped = (pid: number): boolean => {
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) => {
      const stat = statOf(thread, `/proc/${pid}/task`)
      return stat === null || STILL.has(stat[FIELD.state] ?? '')
    })
  } catch {
    return true
  }
}

/** Returns the ids of all processes; null where there is no /proc. */
export const pidsInProc = (): readonly number[] | null => {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return null
  }
}

/** Returns the arguments of a process, the program first; null if they cannot be read, or it has none. */
export const argumentsOf = (pid: number): readonly string[] | null => {
  try {
    // The kernel ends each argument with a zero byte.
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
    return args.length === 0 ? null : args
  } catch {
    // It has ended meanwhile.
    return null
  }
}
