import * as Effect from 'effect/Effect'
import { endProcesses } from './end-processes.js'
import { endGroup } from './group.js'
import { holdersOf, listeningSockets } from './listeners.js'
import { pidsInProc } from './proc.js'
import { descendantsOf, isOwnUser, markOf, ownAncestry, type ProcessRow, processTable, variableOf } from './table.js'

/** The variable by which what a run started is found, also when it has left the pane. */
const RUN_VARIABLE = 'SVC_RUN'

/** Processes that could not be ended, and the ports that they listen on. */
export interface LeftProcesses {
  readonly pids: readonly number[]
  readonly ports: readonly number[]
}

export const runOf = (pid: number): string | null => (isOwnUser(pid) ? variableOf(pid, RUN_VARIABLE) : null)

/** Whether a process is the program of a run: its id may have been used again. */
export const isOfRun = (pid: number, run: string): boolean => markOf(pid) !== null && runOf(pid) === run

/** Returns the processes of these groups at this moment: by their start they are recognised later. */
export const membersOf = (groups: readonly number[]): readonly ProcessRow[] =>
  [...processTable().values()].filter(({ group }) => groups.includes(group))

/** Returns the processes of runs: those known, what they started, and what has the id of a run in its environment. */
const processesOf = (runs: ReadonlySet<string>, known: readonly ProcessRow[]): readonly ProcessRow[] => {
  const all = processTable()
  const ours = ownAncestry(all)
  const table = new Map([...all].filter(([pid]) => !ours.has(pid)))
  const groups = new Set(known.flatMap(({ pid, mark, group }) => (table.get(pid)?.mark === mark ? [group] : [])))
  const found = descendantsOf(table, ({ pid, group }) => groups.has(group) || runs.has(runOf(pid) ?? ''))
  return found.filter(({ pid }) => {
    const run = runOf(pid)
    return run === null || runs.has(run)
  })
}

/**
 * Ends the processes of runs, also those that have left their panes, with SIGTERM and then with SIGKILL. Returns what is left.
 * @param runs their ids
 * @param known processes of their panes
 * @param graceMs milliseconds between the signals
 */
export const endProcessesOfRuns = (
  runs: readonly string[],
  known: readonly ProcessRow[],
  graceMs: number,
): Effect.Effect<LeftProcesses> => {
  const ids = new Set(runs)
  return Effect.map(
    endProcesses(() => processesOf(ids, known), graceMs),
    (pids) => ({ pids, ports: pids.length === 0 ? [] : portsOf(pids) }),
  )
}

const portsOf = (pids: readonly number[]): readonly number[] =>
  [...holdersOf(listeningSockets(), pids)].flatMap(([port, holders]) => (holders.length > 0 ? [port] : []))

/** Ends the groups of panes where there is no /proc, in which the processes of runs could be found. */
export const endGroupsWithoutProc = (groups: readonly number[]): Effect.Effect<void> =>
  pidsInProc() === null ? Effect.forEach(groups, endGroup, { concurrency: 'unbounded', discard: true }) : Effect.void
