import type { Dialog } from './dialog.js'
import type { ToolId } from '../tools/catalog.js'

const RUN_ID = /^run_\w{1,40}$/

/** Returns whether a text has the form of a run's id. */
export const isRunId = (text: string): boolean => RUN_ID.test(text)

/** `starting`: its pane is being made. `running`: its program is alive. `ended`: it has exited, or could not be started. */
export const RUN_STATUSES = ['starting', 'running', 'ended'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

/**
 * Why a run ended. `exited`: its program ended on its own. `stopped`: on request. `failed`: it could not be started. `vanished`: its
 * pane is missing, for example after a restart of the machine. `owner-disabled` and `owner-changed`: it was stopped because its owner
 * may no longer act, or because the lane went to somebody else (supplement-server 18.5).
 */
export const RUN_ENDS = ['exited', 'stopped', 'failed', 'vanished', 'owner-disabled', 'owner-changed'] as const
export type RunStopReason = Extract<RunEndReason, 'stopped' | 'owner-disabled' | 'owner-changed'>
export type RunEndReason = (typeof RUN_ENDS)[number]

/** The slots of a lane. Slot 0 is its own; the others are additional. */
export const SLOTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** A run that has not ended. */
export interface LiveRun {
  readonly run: string
  readonly lane: number
  readonly slot: number
  /** Null for a plain shell. */
  readonly tool: ToolId | null
  /** The dialog that its agent shows before its session starts. */
  readonly dialog: Dialog | null
}
