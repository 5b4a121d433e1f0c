/** The agents' processes on this machine. */
export interface ProcessesPort {
  /** Whether a process can be seen and lives; remembered for a moment, since every hook asks. */
  readonly isAlive: (pid: number) => boolean
  /** When it started, in milliseconds since the epoch; null where that cannot be told. */
  readonly startedAt: (pid: number) => number | null
  /** When it started, as the system writes it (Linux: clock ticks since boot); null where that cannot be read. */
  readonly startMark: (pid: number) => string | null
  /** Working directories of the agent CLIs that run; null where processes of others cannot be seen. */
  readonly agentDirectories: () => ReadonlySet<string> | null
}
