import { short } from '../text.js'
import type { Instant } from '../time.js'
import { later, type Mark, newest, type Note, oldest } from './mark.js'
import { type SessionState, touch } from './state.js'

/** The statuses in `<config>/sessions/<pid>.json`. Claude Code rewrites the file whenever its status changes. */
export const CLI_STATUSES = ['idle', 'busy', 'waiting'] as const
export type CliStatus = (typeof CLI_STATUSES)[number]

interface CliStatusReport {
  readonly status: CliStatus
  /** What a waiting CLI waits for, as the CLI writes it; null for other statuses. */
  readonly waitingFor: string | null
  readonly pid: number
  readonly cwd: string | null
  readonly at: Instant
  readonly ref: number
}

/** The kind of a report in the event list. */
export const CLI_STATUS_EVENT = 'CliStatus'

// The user opened a menu of the CLI: the agent is not asking anything.
const OWN_DIALOG = 'dialog open'

/**
 * Records the status that a CLI reported about itself. It creates the session if nothing else has: a live process proves that it
 * exists.
 */
export const foldCliStatus = (state: SessionState, report: CliStatusReport): void => {
  const { status, waitingFor, pid, cwd, at, ref } = report
  touch(state, at)
  state.hasMain = true
  state.pid = newest(state.pid, { at, value: pid })
  if (cwd !== null) state.cwd = oldest(state.cwd, { at, value: cwd })
  if (status === 'waiting' && waitingFor === OWN_DIALOG) return
  const note = status === 'waiting' ? waitNote(waitingFor) : null
  const made: Mark = { at, ref, type: CLI_STATUS_EVENT, ...(note === null ? {} : { note }) }
  state.cli[status] = later(state.cli[status], made)
}

const waitNote = (waitingFor: string | null): Note => ({
  kind: /permission|approv/i.test(waitingFor ?? '') ? 'permission' : 'question',
  tool: null,
  text: short(waitingFor ?? 'Needs your attention', 500),
})
