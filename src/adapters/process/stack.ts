import * as Effect from 'effect/Effect'
import type { StackProcessesPort } from '../../commands/ports/stack-processes.js'
import { StillRunning } from '../../domain/run/failures.js'
import type { ServiceProcess } from '../../domain/stack/stack.js'
import { endProcesses } from './end-processes.js'
import { endRun, runHook } from './hook.js'
import { holdersOf, listeningSockets } from './listeners.js'
import { hasVariable, isOwnUser, isSince, markOf, ownAncestry, type ProcessRow, processTable } from './table.js'

const isAlive = ({ pid, mark }: ServiceProcess): boolean => markOf(pid) === mark

/**
 * Returns the processes of a stack: its services, what they started, what shares a process group with them, and what hooks of
 * the lane started otherwise. The service itself and its ancestors are never among them.
 */
const processesOf = (services: readonly ServiceProcess[], runDir: string | null): readonly ProcessRow[] => {
  const table = processTable()
  const ours = ownAncestry(table)
  const rows = [...table.values()].filter(({ pid }) => !ours.has(pid))
  const found = new Map<number, ProcessRow>()
  for (const row of rows) {
    const isService = services.some(({ pid, mark }) => pid === row.pid && mark === row.mark)
    const isMarked = runDir !== null && isOwnUser(row.pid) && hasVariable(row.pid, 'LANE_RUN_DIR', runDir)
    if (isService || isMarked) found.set(row.pid, row)
  }
  const ownGroup = table.get(process.pid)?.group
  for (let size = -1; size !== found.size; ) {
    size = found.size
    const groups = new Set([...found.values()].map(({ group }) => group).filter((group) => group !== ownGroup))
    for (const row of rows) if (found.has(row.parent) || groups.has(row.group)) found.set(row.pid, row)
  }
  return [...found.values()]
}

/** Returns the port for the processes of stacks. `environment` is that of programs that the service starts. */
export const stackProcesses = (environment: Readonly<Record<string, string>>): StackProcessesPort => ({
  listening: Effect.sync(() => new Set(listeningSockets().map(({ port }) => port))),

  listeners: (isWanted, own, runDir) =>
    Effect.sync(() => {
      const sockets = listeningSockets().filter(({ port }) => isWanted(port))
      if (sockets.length === 0) return new Map()
      const owned = new Set(processesOf(own.filter(isAlive), runDir).map(({ pid }) => pid))
      const holders = [...holdersOf(sockets, processTable().keys())]
      return new Map(holders.filter(([, pids]) => pids.length === 0 || pids.some((pid) => !owned.has(pid))))
    }),

  alive: (services) => Effect.sync(() => services.filter(isAlive)),

  startedSince: (named, since) =>
    Effect.sync(() => {
      if (since === null) return []
      const table = processTable()
      const ours = ownAncestry(table)
      return named.flatMap(({ name, pid }) => {
        const mark = table.get(pid)?.mark
        const isOfHook = mark !== undefined && !ours.has(pid) && isSince(mark, since) && isOwnUser(pid)
        return isOfHook ? [{ name, pid, mark }] : []
      })
    }),

  runHook: (hook) => runHook(hook, environment),

  endRun: (run) => endRun(run),

  end: (services, runDir) =>
    Effect.flatMap(
      endProcesses(() => processesOf(services, runDir)),
      (left) => (left.length === 0 ? Effect.void : Effect.fail(new StillRunning(left))),
    ),
})
