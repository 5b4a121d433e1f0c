import { accessSync, constants } from 'node:fs'
import * as Effect from 'effect/Effect'
import type { StackProcessesPort } from '../../commands/ports/stack-processes.js'
import { StillRunning } from '../../domain/run/failures.js'
import type { ServiceProcess } from '../../domain/stack/stack.js'
import { endProcesses } from './end-processes.js'
import { endRun, runHook } from './hook.js'
import { holdersOf, listeningSockets } from './listeners.js'
import { run } from './run.js'
import { IN_SCOPE } from './scope.js'
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

interface StackProcessesParts {
  /** The environment of programs that the service starts. */
  readonly env: Readonly<Record<string, string>>
  /** Whether the service runs as a unit of systemd, which stops all processes of the unit together. */
  readonly isUnit: boolean
}

const SCOPE_MS = 10_000

/** Whether systemd makes scopes for this user. Some machines have no session for the user, or no bus. */
const hasScopes = (env: Readonly<Record<string, string>>): Effect.Effect<boolean> => {
  const args = [...IN_SCOPE, 'true']
  return run({ program: 'systemd-run', args, env, cwd: '/', timeout: SCOPE_MS, maxOutput: 64 * 1024 }).pipe(
    Effect.map(({ code }) => code === 0),
    Effect.orElseSucceed(() => false),
  )
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the port for the processes of stacks. */
export const stackProcesses = ({ env, isUnit }: StackProcessesParts): StackProcessesPort => ({
  listening: Effect.sync(() => new Set(listeningSockets().map(({ port }) => port))),

  listeners: (wanted, own, runDir) =>
    Effect.sync(() => {
      const sockets = listeningSockets().filter(({ port }) => wanted.includes(port))
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

  // The services that a hook leaves must outlive the unit. A program that cannot be executed is reported better without systemd.
  runHook: (hook) =>
    Effect.flatMap(
      isUnit && hook.keepsProcesses && isExecutable(hook.path) ? hasScopes(env) : Effect.succeed(false),
      (isApart) =>
        runHook(isApart ? { ...hook, path: 'systemd-run', args: [...IN_SCOPE, hook.path, ...hook.args] } : hook, env),
    ),

  endRun: (run) => endRun(run),

  end: (services, runDir) =>
    Effect.flatMap(
      endProcesses(() => processesOf(services, runDir)),
      (left) => (left.length === 0 ? Effect.void : Effect.fail(new StillRunning(left))),
    ),
})
