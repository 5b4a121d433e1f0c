import { LAND_ROWS, LAND_STATES } from '../../../domain/land/preflight.js'
import { LAND_WAYS } from '../../../domain/land/request.js'
import { CHECK_KINDS } from '../../../domain/review/check.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { LANE_PREFIXES } from './lanes.js'

const Text = Nullable(S.String)

/** What identifies the state that a user saw. */
const Expect = S.Struct({
  /** The last commit of the lane. */
  head: S.String,
  /** The last commit of the base. */
  base: S.String,
  /** The digest of all changes of the lane, committed or not. */
  diff: S.String,
})

const Landed = S.Struct({
  base: S.String,
  how: S.Literal(...LAND_WAYS),
  /** What was landed, the commit on the base, and the base before. */
  head: S.String,
  commit: S.String,
  before: S.String,
  /** The directory that has the base checked out; null if none had. */
  folder: Text,
})

const Preflight = S.Struct({
  branch: Text,
  base: S.String,
  ahead: Count,
  behind: Count,
  /** Commits of the base's upstream that the lane was made from or updated with, and that land along. */
  brought: Count,
  uncommitted: Count,
  files: Count,
  /** The newest run of each check; null if they could not be read. */
  checks: Nullable(S.Array(S.Struct({ kind: S.Literal(...CHECK_KINDS), ok: Nullable(S.Boolean), edits_since: Count }))),
  busy_agents: Count,
  merging: S.Boolean,
  /** Files that a merge would stop at; null if git is too old to tell (2.39). */
  conflicts: Nullable(S.Array(S.String)),
  /** Other lanes whose committed work conflicts with the result; null if not checked. */
  lanes: Nullable(S.Array(S.Struct({ lane_id: S.Int, title: S.String, files: S.Array(S.String) }))),
  /** The directory that has the base checked out; null if none has. Without its path if it is in the folder of somebody else. */
  checkout: Nullable(
    S.Struct({ path: S.String, changes: Count, busy: Nullable(S.Literal('merge', 'rebase', 'other')) }),
  ),
  accepted: Nullable(S.Struct({ at: DateTime, by: Nullable(S.Int), current: S.Boolean })),
  landed: Nullable(S.Struct({ ...Landed.fields, at: DateTime, by: Nullable(S.Int), reverted: Text })),
  rows: S.Array(S.Struct({ id: S.Literal(...LAND_ROWS), state: S.Literal(...LAND_STATES) })),
  /** `ask`: it needs `confirm`. */
  verdict: S.Literal('allowed', 'ask', 'refused'),
  /** To be sent with a landing. */
  expect: Expect,
  /** The messages of a landing without one. */
  messages: S.Struct({ merge: S.String, squash: S.String }),
})

const about = { kind: 'lane', param: 'id' } as const
const READ = ['EGIT', 'ENOBASE'] as const
const WRITE = [...READ, 'EFOLDER', 'EOTHERWORKTREE', 'EOUTSIDELANE', 'EPROVISIONING'] as const
// The domain checks its members, with a code for each.
const expect = S.optional(describedAs(Json, Expect))

export const landing = mountedAt(LANE_PREFIXES, {
  'GET /api/lanes/:id/land': endpoint({
    summary: 'Check whether the branch of a lane can land on its base',
    tag: 'lanes',
    access: 'lane:read',
    about,
    answers: { 200: Preflight },
    errors: READ,
  }),
  'POST /api/lanes/:id/land': endpoint({
    summary: 'Land the branch of a lane on its base',
    tag: 'lanes',
    access: 'lane:answer',
    about,
    body: S.Struct({
      how: S.optional(describedAs(Json, Nullable(S.Literal(...LAND_WAYS)))),
      /** Default: that of the preflight. */
      message: S.optional(describedAs(Json, Text)),
      expect,
      /** Needed if the preflight asks. */
      confirm: S.optional(Json),
    }),
    answers: { 200: Landed },
    errors: [...WRITE, 'EBADFIELD', 'EBADMESSAGE', 'ECONFIRM', 'ECONFLICTS', 'EEXPECT', 'ENOTLANDABLE', 'ESTALE'],
  }),
  'POST /api/lanes/:id/update': endpoint({
    summary: 'Merge the base of a lane into its branch',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: S.Struct({
      /** Whether the remote of the base is fetched before; default true. A base that is only behind its upstream is left for that. */
      fetch: S.optional(describedAs(Json, S.Boolean)),
    }),
    answers: {
      200: S.Struct({
        /** What was merged: the base, or its upstream. */
        branch: S.String,
        /** What git printed. */
        output: S.String,
        /** The files that the merge stopped at. */
        conflicts: S.Array(S.String),
        warnings: S.Array(S.String),
      }),
    },
    errors: [
      ...READ,
      'EBADBRANCH',
      'EBADFIELD',
      'EDIRTY',
      'EMERGING',
      'ENOBRANCH',
      'ENOWORKTREE',
      'EOTHERWORKTREE',
      'EOUTSIDELANE',
      'EPROVISIONING',
      'ESUBDIR',
    ],
  }),
  'POST /api/lanes/:id/revert': endpoint({
    summary: 'Take back what a lane landed',
    tag: 'lanes',
    access: 'lane:answer',
    about,
    body: S.Struct({ expect: S.optional(describedAs(Json, S.Struct({ base: S.String }))) }),
    answers: { 200: S.Struct({ commit: S.String, base: S.String }) },
    errors: [...WRITE, 'ECONFLICTS', 'EEXPECT', 'ENOTLANDABLE', 'ESTALE'],
  }),
  'POST /api/lanes/:id/accept': endpoint({
    summary: 'Accept the changes of a lane',
    tag: 'lanes',
    access: 'lane:answer',
    about,
    body: S.Struct({ expect: S.optional(describedAs(Json, S.Struct({ head: S.String, diff: S.String }))) }),
    answers: { 200: S.Struct({ ok: S.Boolean }) },
    errors: [...READ, 'EEXPECT', 'ESTALE'],
  }),
  'DELETE /api/lanes/:id/accept': endpoint({
    summary: 'Take back that the changes of a lane are accepted',
    tag: 'lanes',
    access: 'lane:answer',
    about,
    answers: { 200: S.Struct({ ok: S.Boolean }) },
  }),
  'GET /api/lanes/:id/pull-request': endpoint({
    summary: 'Get the page on which a pull request for the branch of a lane is opened',
    tag: 'lanes',
    access: 'lane:read',
    about,
    answers: {
      200: S.Struct({
        /** Null without a remote, and for a host that is not known: copy the title and the text. */
        url: Text,
        base: S.String,
        branch: S.String,
        title: S.String,
        text: S.String,
      }),
    },
    errors: [...READ, 'ENOBRANCH'],
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LandingRoute = Extract<keyof typeof landing, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
