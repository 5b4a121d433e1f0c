import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import type { Clock } from '../../commands/ports/clock.js'
import type { AgentDirectories, ProcessesPort } from '../../commands/ports/processes.js'
import type { Provider } from '../../domain/tools/catalog.js'
import { argumentsOf, FIELD, isZombie, pidsInProc, statOf } from './proc.js'

// Every hook checks its process, so a recent answer is reused.
const REMEMBER_MS = 2000
const REMEMBERED = 1024
const AGENT_NAME = /(?:^|\/)(claude|codex)(?:$|[.-])/

/** Returns the port for processes: `kill(pid, 0)` and, on Linux, /proc. Elsewhere the facts from /proc are null. */
export const systemProcesses = (clock: Clock): ProcessesPort => {
  const seen = new Map<number, { readonly alive: boolean; readonly at: number }>()
  const isAlive = (pid: number): boolean => {
    const now = clock.now()
    const known = seen.get(pid)
    if (known !== undefined && now - known.at < REMEMBER_MS) return known.alive
    if (seen.size > REMEMBERED) seen.clear()
    const alive = probe(pid)
    seen.set(pid, { alive, at: now })
    return alive
  }
  return { isAlive, startedAt, startMark, agentDirectories }
}

const probe = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    process.kill(pid, 0)
    const stat = statOf(pid)
    return stat === null || !isZombie(stat)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const startMark = (pid: number): string | null => statOf(pid)?.[FIELD.start] ?? null

const TICKS_PER_SECOND = 100

/** Returns when a process started, to a second; null when that is unknown. */
export const startedAt = (pid: number): number | null => {
  const ticks = Number(startMark(pid) ?? Number.NaN)
  const boot = bootTime()
  return Number.isFinite(ticks) && boot !== null ? boot + (ticks / TICKS_PER_SECOND) * 1000 : null
}

const bootTime = (): number | null => {
  try {
    const seconds = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]
    return seconds === undefined ? null : Number(seconds) * 1000
  } catch {
    return null
  }
}

// Agents outside a container are invisible from inside.
const inContainer = existsSync('/.dockerenv') || existsSync('/run/.containerenv')

const agentDirectories = (): AgentDirectories | null => {
  if (inContainer) return null
  const pids = pidsInProc()
  if (pids === null) return null
  const directories = { claude: new Set<string>(), codex: new Set<string>() }
  for (const pid of pids) {
    const [program = '', script = ''] = argumentsOf(pid) ?? []
    const provider = (AGENT_NAME.exec(program) ?? AGENT_NAME.exec(script))?.[1] as Provider | undefined
    const cwd = provider === undefined ? null : directoryOf(pid)
    if (provider !== undefined && cwd !== null) directories[provider].add(cwd)
  }
  return directories
}

/** Returns the working directory of a process; null if it has ended, or belongs to another user. */
const directoryOf = (pid: number): string | null => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}
