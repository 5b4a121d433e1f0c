import type { Clocked } from '../reducer.js'

/** What earlier lines of a message contained, to recognize repeats. */
export interface RecentMessage {
  readonly key: string
  /** Usage, model and terms as one comparable text; null before any line with usage. */
  billed: string | null
  /** The earliest time of the message: it decides the day of its usage. */
  at: number
  excerpted: boolean
}

/** A slash command. Its expansion, if it has one, follows on the next line. */
interface PendingCommand {
  readonly text: string
  readonly id: string
  readonly at: number
  readonly line: number
  readonly promptId: string | null
}

interface ClaudeContext {
  readonly cwd: string | null
  readonly model: string | null
  readonly version: string | null
  readonly gitBranch: string | null
}

/** The state of the reducer between two lines of a file. Plain JSON, so that reading can resume where it stopped. */
export interface ClaudeState extends Clocked {
  context: ClaudeContext
  titles: { user: string | null; cli: string | null }
  /** Newest last. The lines of one message are close together, with tool results of parallel calls between them. */
  recent: RecentMessage[]
  command: PendingCommand | null
  /** When the session's own first prompt was queued, if that is known before the first message: older lines are copies. */
  startedAt: number | null
}

/**
 * Returns the state at the start of a file.
 * @param clock the time of lines before the first one that has its own
 */
export const claudeStart = (clock: number): ClaudeState => ({
  clock,
  context: { cwd: null, model: null, version: null, gitBranch: null },
  titles: { user: null, cli: null },
  recent: [],
  command: null,
  startedAt: null,
})

const RECENT = 16

export function remember(state: ClaudeState, message: RecentMessage): void {
  state.recent.push(message)
  if (state.recent.length > RECENT) state.recent.shift()
}
