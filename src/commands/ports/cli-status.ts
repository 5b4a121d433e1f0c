import type { CliKind, CliStatus } from '../../domain/session/cli-status.js'
import type { Instant } from '../../domain/time.js'

/** A status file of Claude Code, as read from disk. */
export interface CliStatusFile {
  readonly session: string
  readonly pid: number
  /** When the process started, as the CLI recorded it; null when it did not. */
  readonly startMark: string | null
  readonly cwd: string | null
  readonly status: CliStatus
  readonly waitingFor: string | null
  /** Undefined for a process with a terminal. */
  readonly kind: CliKind | undefined
  /** When the status changed. */
  readonly at: Instant
}

export interface CliStatusWatch {
  readonly close: () => void
}

export interface CliStatusWatchParts {
  /** Claude Code's configuration directory. */
  readonly claudeHome: string
  /** Called for every file at the start and after every change. */
  readonly onStatus: (file: CliStatusFile) => void
}

/** What the Claude Code in a pane says about itself now. */
export interface CliState {
  readonly status: CliStatus | null
  /** What it waits for, in its words. */
  readonly waitingFor: string | null
  /** Whether its session moved to the background, and the pane shows a list of sessions instead. */
  readonly isParked: boolean
}

/** Returns the state of the Claude Code with this process id; null if it reports none. */
export type CliStateReader = (pid: number) => CliState | null
