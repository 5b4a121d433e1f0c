import { DIALOG_KINDS } from '../domain/run/dialog.js'
import { RUN_ENDS } from '../domain/run/run.js'
import { Schema as S } from '../domain/schema.js'
import { defineEvent } from './define.js'
import { laneStream } from './streams.js'

const Text = S.NullOr(S.String)

/** A program was requested for a slot of a lane: an agent, or a plain shell, which has no tool. */
const runRequested = defineEvent({
  type: 'run-requested',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    run: S.String,
    slot: S.Int,
    tool: Text,
    cwd: S.String,
    /** Its beginning. */
    prompt: Text,
    model: Text,
    permissionMode: Text,
    effort: Text,
    sandbox: Text,
    approval: Text,
    /** The id of the session to continue, or `last`. */
    resume: Text,
    fork: S.Boolean,
    /** The name of the git worktree that the agent makes for itself. */
    worktree: Text,
    /** The proxy of its requests, and the account of the pool that it uses. Absent for none. */
    router: S.optional(S.String),
    /** Whether the request named the proxy, or a run of the same session did; otherwise it is that of the lane. */
    isRouterAsked: S.optional(S.Boolean),
    account: S.optional(S.String),
  }),
})

/** The program of a run is alive. */
const runStarted = defineEvent({
  type: 'run-started',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, run: S.String, pid: S.Int }),
})

/** A run ended. The event may be much later than `endedAt`, if the service was down. */
const runEnded = defineEvent({
  type: 'run-ended',
  stream: laneStream,
  version: 2,
  // Version 2 only has more reasons. Earlier releases import the ends with reasons that they know.
  upcasts: [(older) => older],
  readableAs: 1,
  schema: S.Struct({
    lane: S.Int,
    run: S.String,
    reason: S.Literal(...RUN_ENDS),
    code: S.NullOr(S.Int),
    signal: Text,
    detail: Text,
    endedAt: S.Number,
  }),
})

/** The agent of a run is in this session now. */
const runSessionReported = defineEvent({
  type: 'run-session-reported',
  stream: laneStream,
  version: 1,
  schema: S.Struct({ lane: S.Int, run: S.String, session: S.String }),
})

/** The agent of a run shows a dialog that only the user may answer, or no longer does. */
const runDialogChanged = defineEvent({
  type: 'run-dialog-changed',
  stream: laneStream,
  version: 1,
  schema: S.Struct({
    lane: S.Int,
    run: S.String,
    dialog: S.NullOr(S.Struct({ kind: S.Literal(...DIALOG_KINDS), text: S.String })),
  }),
})

export const runEvents = {
  'run-requested': runRequested,
  'run-started': runStarted,
  'run-ended': runEnded,
  'run-session-reported': runSessionReported,
  'run-dialog-changed': runDialogChanged,
}
