import type { Provider } from '../../domain/tools/catalog.js'

export type AgentDirectories = Readonly<Record<Provider, ReadonlySet<string>>>

/** A pane of tmux. */
export interface TmuxPane {
  readonly socket: string
  /** Such as `%5`. */
  readonly pane: string
  /** `session:window.pane`; null if tmux does not answer. */
  readonly place: string | null
  /** A shell command that shows the pane. */
  readonly command: string
}

/** The terminal that controls a process: the one it was started in. Null parts are unknown. */
export interface ControllingTerminal {
  readonly tty: string | null
  readonly tmux: TmuxPane | null
}

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
