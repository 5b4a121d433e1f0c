import type { Provider } from '../../domain/tools/catalog.js'

export type AgentDirectories = Readonly<Record<Provider, ReadonlySet<string>>>

/** The agents' processes on this machine. */
export interface ProcessesPort {
  /** Whether a process is visible and alive. Cached briefly, because every hook asks. */
  readonly isAlive: (pid: number) => boolean
  /** Returns the start time in milliseconds since the epoch; null when it is unknown. */
  readonly startedAt: (pid: number) => number | null
  /** Returns the start time in the system's format (Linux: clock ticks since boot); null when it is unknown. */
  readonly startMark: (pid: number) => string | null
  /** Returns the working directories of the running CLIs, by provider; null when other processes are not visible. */
  readonly agentDirectories: () => AgentDirectories | null
}
