import type { CliStatus } from '../../domain/session/cli-status.js'
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
