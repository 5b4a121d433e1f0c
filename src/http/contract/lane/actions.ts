import { BLOCKERS, LANE_ACTIONS } from '../../../domain/lane/preflight.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { oneOf } from '../param.js'
import { Lane, LANE_PREFIXES } from './lanes.js'

const loss = {
  /** The commit that is checked out. All four are null for an adopted lane; null also means that something cannot be read. */
  head: Nullable(S.String),
  /** Changed tracked files. */
  dirty: Nullable(Count),
  untracked: Nullable(Count),
  /**
   * Commits on no remote; without remotes, those that are not in the base. Commits of submodules count too. They are counted in the
   * repository if the directory is missing or unreadable.
   */
  unpushed: Nullable(Count),
}

const Preflight = S.Struct({
  ...loss,
  /** The database that would be dropped. */
  database: Nullable(S.String),
  /** What prevents a reset. Only `unpushed-commits` can be forced; it also prevents a removal without `force`. */
  blocked: S.Array(S.Literal(...BLOCKERS)),
  warnings: S.Array(S.Literal('no-remote')),
})

const history = {
  sessions: Count,
  events: Count,
  /** Messages with token counts. */
  tokenRows: Count,
}

/** What a purge would delete. */
const PurgePreflight = S.Struct({
  ...history,
  bytesEstimate: Count,
  /** How many sessions of the lane stay because they are active. */
  activeSessionSkipped: Count,
})

// The domain checks each member, with a code for each.
const ConfirmPurge = describedAs(
  S.Struct({ confirm: S.optional(Json), expect: S.optional(Json) }),
  S.Struct({ confirm: S.Literal(true), expect: S.Struct(history) }),
)
const Confirm = describedAs(
  S.Struct({ confirm: S.optional(Json), expect: S.optional(Json), force: S.optional(Json) }),
  S.Struct({ confirm: S.Literal(true), expect: S.Struct(loss), force: S.optional(S.Boolean) }),
)

const ConfirmReset = describedAs(
  S.Struct({
    confirm: S.optional(Json),
    expect: S.optional(Json),
    force: S.optional(Json),
    keepDb: S.optional(Json),
  }),
  S.Struct({
    confirm: S.Literal(true),
    expect: S.Struct(loss),
    force: S.optional(S.Boolean),
    /** Keep the database of the stack. */
    keepDb: S.optional(S.Boolean),
  }),
)

const about = { kind: 'lane', param: 'id' } as const
const STOPPING = ['ERUNTIMEOUT', 'ETMUX', 'ETMUXMISSING'] as const
const GUARDS = [
  'ECONFIRM',
  'EEXPECT',
  'EGIT',
  'EOTHERWORKTREE',
  'EOUTSIDEROOT',
  'ENOTWORKTREE',
  'EPROVISIONING',
  ...STOPPING,
] as const
const CHANGED = ['ESTALE', 'EUNPUSHED'] as const

export const laneActions = mountedAt(LANE_PREFIXES, {
  'GET /api/lanes/:id/preflight': endpoint({
    summary: 'Get what an action on a lane would discard',
    tag: 'lanes',
    access: 'lane:read',
    about,
    query: { action: oneOf(LANE_ACTIONS, 'what is about to be done') },
    answers: { 200: S.Union(Preflight, PurgePreflight) },
    errors: ['EBADACTION'],
  }),
  'POST /api/lanes/:id/reset': endpoint({
    summary: 'Reset the worktree of a lane to its base',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: ConfirmReset,
    answers: {
      200: S.Struct({
        ok: S.Boolean,
        lane: Lane,
        /** The submodules that could not be set to the commits of the base, with the reason. */
        warnings: S.Array(S.String),
      }),
    },
    errors: [...GUARDS, ...CHANGED, 'ENOCWD', 'ENOTMANAGED'],
    statuses: { EGIT: 500 },
  }),
  'POST /api/lanes/:id/remove': endpoint({
    summary: 'Remove a lane with its worktree and branch',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: Confirm,
    answers: {
      200: S.Struct({
        ok: S.Boolean,
        /** True for an adopted lane, and if git cannot read the directory as the worktree of the lane. */
        directoryKept: S.Boolean,
        /** True for an adopted lane, and if another worktree uses the branch. */
        branchKept: S.Boolean,
      }),
    },
    errors: [...GUARDS, ...CHANGED, 'ERUNLIVE'],
    statuses: { EGIT: 500 },
  }),
  'POST /api/lanes/:id/purge': endpoint({
    summary: 'Delete the finished sessions of a lane',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: ConfirmPurge,
    answers: { 200: S.Struct({ ok: S.Boolean, purged: S.Struct(history) }) },
    errors: ['ECONFIRM', 'EEXPECT', 'ESTALE'],
  }),
  'POST /api/lanes/:id/session-worktree/remove': endpoint({
    summary: 'Remove the worktree of one session',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: describedAs(
      S.Struct({ session: S.optional(Json), confirm: S.optional(Json) }),
      S.Struct({ session: S.String, confirm: S.Literal(true) }),
    ),
    answers: {
      200: S.Struct({
        removed: S.Boolean,
        /** Null if no branch was checked out. */
        branch: Nullable(S.String),
        /** True if the branch is not merged. */
        branchKept: S.Boolean,
      }),
    },
    errors: ['ECONFIRM', 'EGIT', 'ELIVE', 'ELOCKED', 'ENOWORKTREE', 'EOTHERWORKTREE', 'EOUTSIDELANE'],
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LaneActionRoute = Extract<keyof typeof laneActions, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
