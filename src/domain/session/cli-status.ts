import { short } from '../text.js'
import type { Instant } from '../time.js'
import { later, type Mark, newest, type Note, oldest } from './mark.js'
import { type SessionState, touch } from './state.js'

/** The statuses in `<config>/sessions/<pid>.json`. Claude Code rewrites the file whenever its status changes. */
export const CLI_STATUSES = ['idle', 'busy', 'waiting'] as const
export type CliStatus = (typeof CLI_STATUSES)[number]

/** Returns the status that a CLI writes; null for one that is not known. */
export const cliStatusOf = (written: unknown): CliStatus | null =>
  // The prompt is there, and a shell runs in the background.
  written === 'shell' ? 'idle' : (CLI_STATUSES.find((one) => one === written) ?? null)

/**
 * What the process of a session is, if it has no terminal: a session that its user moved to the background, or a spare that the CLI
 * keeps for the next one.
 */
export const CLI_KINDS = ['background', 'spare'] as const
export type CliKind = (typeof CLI_KINDS)[number]

interface CliStatusReport {
  readonly kind?: CliKind | undefined
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
  if (report.kind !== undefined) state.cliKind = newest(state.cliKind, { at, value: report.kind })
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

/** Whether a session is a spare process that no user has given a prompt. */
export const isUnusedSpare = ({ cliKind, startsLikeSpare, firstPrompt, hooks, lines }: SessionState): boolean => {
  const isSpare = cliKind === undefined ? startsLikeSpare === true : cliKind.value === 'spare'
  return isSpare && firstPrompt === undefined && hooks.prompt === undefined && Object.keys(lines).length === 0
}
