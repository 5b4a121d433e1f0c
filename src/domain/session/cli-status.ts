import { short } from '../text.js'
import type { Instant } from '../time.js'
import { later, type Mark, newest, type Note, oldest } from './mark.js'
import { type SessionState, touch } from './state.js'

/** What Claude Code says of itself in `<config>/sessions/<pid>.json`: it writes the file whenever this changes. */
export const CLI_STATUSES = ['idle', 'busy', 'waiting'] as const
export type CliStatus = (typeof CLI_STATUSES)[number]

export interface CliStatusReport {
  readonly status: CliStatus
  /** What a waiting CLI waits for, in its own words; null for the others. */
  readonly waitingFor: string | null
  readonly pid: number
  readonly cwd: string | null
  readonly at: Instant
  readonly ref: number
}

/** The kind that the event list gives a report. */
export const CLI_STATUS_EVENT = 'CliStatus'

// The user opened a menu of the CLI: the agent asks for nothing.
const OWN_DIALOG = 'dialog open'

/** Records what a CLI reported about itself. It creates the session if nothing else did: a live process speaks for it. */
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
