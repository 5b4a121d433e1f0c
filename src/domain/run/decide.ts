import { accept, refuse } from '../decision.js'
import { reject } from '../rejection.js'
import { short } from '../text.js'
import type { Instant } from '../time.js'
import type { Dialog } from './dialog.js'
import { type LiveRun, type RunEndReason, SLOTS } from './run.js'
import type { WantedRun } from './wanted.js'

/** The runs of a lane as its commands know them. */
export interface KnownRuns {
  /** Undefined if the lane does not exist. */
  readonly lane: number | undefined
  /** Whether its worktree is being created. */
  readonly isProvisioning: boolean
  readonly live: readonly LiveRun[]
  /** The live run of any lane that the session to resume is open in. */
  readonly holder: string | undefined
}

export interface RequestRun {
  readonly run: string
  readonly cwd: string
  readonly wanted: WantedRun
  /** The proxy that it uses; null for none. */
  readonly router: string | null
  readonly isRouterAsked: boolean
  /** The account of the pool that it uses; null for none. */
  readonly account: string | null
}

const MAX_PREVIEW = 500

/** Returns the slot that a request means: a given one, or the first free one. Undefined if all are taken. */
export const slotOf = (live: readonly LiveRun[], slot: number | 'auto'): number | undefined =>
  slot === 'auto' ? SLOTS.find((one) => !live.some((other) => other.slot === one)) : slot

const busy = (message: string, run?: string) =>
  refuse(reject('ERUNLIVE', message, run === undefined ? {} : { fields: { run_id: run } }))

/** Starts a run. A slot whose program waits for input is attached instead: that changes nothing. */
const request = (
  { lane, isProvisioning, live, holder }: KnownRuns,
  { run, cwd, wanted: { slot: asked, agent }, router, isRouterAsked, account }: RequestRun,
) => {
  if (lane === undefined) return refuse(reject('ENOLANE', 'lane not found'))
  if (isProvisioning) return refuse(reject('EPROVISIONING', 'its worktree is being created'))
  const slot = slotOf(live, asked)
  if (slot === undefined) return busy('all slots of the lane are busy')
  const resumed = agent?.launch.resume
  const held = live.find((one) => one.slot === slot)
  if (held !== undefined) {
    if ((held.tool === null) !== (agent === null)) return busy(`another program runs in slot ${slot}`, held.run)
    const isAnother = agent?.launch.prompt !== undefined || resumed !== undefined
    return isAnother ? busy(`an agent runs in slot ${slot}`, held.run) : accept()
  }
  if (holder !== undefined && agent?.launch.fork !== true) {
    return refuse(reject('ESESSIONLIVE', 'the session is open in another pane', { fields: { run_id: holder } }))
  }
  const { prompt, model, permissionMode, effort, sandbox, approval, fork, worktree } = agent?.launch ?? {}
  return accept({
    type: 'run-requested',
    data: {
      lane,
      run,
      slot,
      tool: agent?.tool.id ?? null,
      cwd,
      prompt: prompt === undefined ? null : short(prompt, MAX_PREVIEW),
      model: model ?? null,
      permissionMode: permissionMode ?? null,
      effort: effort ?? null,
      sandbox: sandbox ?? null,
      approval: approval ?? null,
      resume: typeof resumed === 'object' ? resumed.id : (resumed ?? null),
      fork: fork === true,
      worktree: worktree ?? null,
      ...(router === null ? {} : { router }),
      ...(isRouterAsked ? { isRouterAsked } : {}),
      ...(account === null ? {} : { account }),
    },
  })
}

interface RunStarted {
  readonly run: string
  readonly pid: number
}

/** Records that the program of a run is alive. */
const start = ({ lane, live }: KnownRuns, { run, pid }: RunStarted) =>
  lane !== undefined && live.some((one) => one.run === run)
    ? accept({ type: 'run-started', data: { lane, run, pid } })
    : accept()

export interface RunEnded {
  readonly run: string
  readonly reason: RunEndReason
  /** Null when a signal killed it, and when its pane is missing. */
  readonly code: number | null
  readonly signal: string | null
  /** Why it could not be started. */
  readonly detail: string | null
  readonly at: Instant
}

/** Records the end of a run, once. */
const end = ({ lane, live }: KnownRuns, { run, reason, code, signal, detail, at }: RunEnded) =>
  lane !== undefined && live.some((one) => one.run === run)
    ? accept({ type: 'run-ended', data: { lane, run, reason, code, signal, detail, endedAt: at } })
    : accept()

interface RunSession {
  readonly run: string
  readonly session: string
}

/** Records which session the agent of a run is in. */
const report = ({ lane, live }: KnownRuns, { run, session }: RunSession) =>
  lane !== undefined && live.some((one) => one.run === run)
    ? accept({ type: 'run-session-reported', data: { lane, run, session } })
    : accept()

interface RunDialog {
  readonly run: string
  readonly dialog: Dialog | null
}

/** Records which dialog the agent of a run shows, if it is another one than before. */
const show = ({ lane, live }: KnownRuns, { run, dialog }: RunDialog) => {
  const known = live.find((one) => one.run === run)
  const isSame = known?.dialog?.kind === dialog?.kind && known?.dialog?.text === dialog?.text
  return lane === undefined || known === undefined || isSame
    ? accept()
    : accept({ type: 'run-dialog-changed', data: { lane, run, dialog } })
}

export const decideRuns = { request, start, end, report, show }
