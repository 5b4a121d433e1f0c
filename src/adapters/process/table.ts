import { readFileSync, statSync } from 'node:fs'
import { FIELD, isZombie, pidsInProc, statOf } from './proc.js'

/** A process of this machine. */
export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** When it started: the boot of the machine, and clock ticks since then. No two processes with the same id have the same. */
  readonly mark: string
}

let boot: string | undefined
/** Identifies the boot of the machine: ticks count from it. */
const bootId = (): string => {
  if (boot !== undefined) return boot
  try {
    boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
  } catch {
    boot = 'unknown'
  }
  return boot
}

const rowOf = (pid: number): ProcessRow | null => {
  const stat = statOf(pid)
  if (stat === null || isZombie(stat) || stat[FIELD.start] === undefined) return null
  return {
    pid,
    parent: Number(stat[FIELD.parent]),
    group: Number(stat[FIELD.group]),
    mark: `${bootId()}.${stat[FIELD.start]}`,
  }
}

/** Returns when a process started; null if it has ended, or where there is no /proc. */
export const markOf = (pid: number): string | null => rowOf(pid)?.mark ?? null

/** Returns when a process started, also if it has ended and nobody has waited for it. */
export const startOf = (pid: number): string | null => {
  const start = statOf(pid)?.[FIELD.start]
  return start === undefined ? null : `${bootId()}.${start}`
}

/** Whether a process with this mark started at the same time as another one, or later, since the same boot. */
export const isSince = (mark: string, since: string): boolean => {
  const [[bootA, a], [bootB, b]] = [mark, since].map((one) => one.split('.')) as [string[], string[]]
  return bootA === bootB && Number(a) >= Number(b)
}

/** Returns the processes of this machine that have not ended, by id. Empty where there is no /proc. */
export const processTable = (): ReadonlyMap<number, ProcessRow> => {
  const rows = new Map<number, ProcessRow>()
  for (const pid of pidsInProc() ?? []) {
    const row = rowOf(pid)
    if (row !== null) rows.set(pid, row)
  }
  return rows
}

/** Returns the processes that are meant, and all that they started. */
export const descendantsOf = (
  table: ReadonlyMap<number, ProcessRow>,
  isMeant: (row: ProcessRow) => boolean,
): readonly ProcessRow[] => {
  const found = new Map<number, ProcessRow>()
  const rows = [...table.values()]
  for (const row of rows) if (isMeant(row)) found.set(row.pid, row)
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const row of rows) if (found.has(row.parent)) found.set(row.pid, row)
  }
  return [...found.values()]
}

/** Returns the environment that a process was started with, between zero bytes; null if it cannot be read. */
const environmentOf = (pid: number): string | null => {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, 'latin1')}\0`
  } catch {
    // It has ended, or belongs to another user.
    return null
  }
}

/** Whether a process has a variable in the environment that it was started with. */
export const hasVariable = (pid: number, name: string, value: string): boolean =>
  environmentOf(pid)?.includes(Buffer.from(`\0${name}=${value}\0`).toString('latin1')) === true

/** Returns a variable of the environment that a process was started with, as bytes in Latin-1; null without it. */
export const variableOf = (pid: number, name: string): string | null => {
  const environment = environmentOf(pid) ?? ''
  const at = environment.indexOf(`\0${name}=`)
  if (at < 0) return null
  const start = at + name.length + 2
  return environment.slice(start, environment.indexOf('\0', start))
}

/** Whether a process belongs to the user of this one. */
export const isOwnUser = (pid: number): boolean => {
  try {
    return statSync(`/proc/${pid}`).uid === process.getuid?.()
  } catch {
    return false
  }
}

/** Returns this process and all its ancestors, which are never part of a stack. */
export const ownAncestry = (table: ReadonlyMap<number, ProcessRow>): ReadonlySet<number> => {
  const ancestry = new Set([0, 1, process.pid])
  for (let at = process.ppid; at > 1 && !ancestry.has(at); at = table.get(at)?.parent ?? 0) ancestry.add(at)
  return ancestry
}
