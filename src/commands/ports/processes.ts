import type { Provider } from './transcripts.js'

export type AgentDirectories = Readonly<Record<Provider, ReadonlySet<string>>>

/** The agents' processes on this machine. */
export interface ProcessesPort {
  /** Whether a process can be seen and lives; remembered for a moment, since every hook asks. */
  readonly isAlive: (pid: number) => boolean
  /** When it started, in milliseconds since the epoch; null where that cannot be told. */
  readonly startedAt: (pid: number) => number | null
  /** When it started, as the system writes it (Linux: clock ticks since boot); null where that cannot be read. */
  readonly startMark: (pid: number) => string | null
  /** Working directories of the running CLIs, by provider; null where other processes cannot be seen. */
  readonly agentDirectories: () => AgentDirectories | null
}
