import { SIDES } from '../../../domain/git/merge.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, JsonObject } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { text } from '../param.js'
import { LANE_PREFIXES } from './lanes.js'

const paths = S.Array(S.String)
/** The login for a remote, for this request only, unless it is to be remembered. */
const credentials = S.optional(
  S.Struct({
    protocol: S.Literal('http', 'https'),
    host: S.String,
    username: S.String,
    password: S.String,
    remember: S.optional(S.Boolean),
  }),
)

/** The bodies of the actions. The domain checks each member, with a code for each. */
const Body = S.Union(
  // stage, unstage
  S.Struct({ paths }),
  // discard
  S.Struct({ paths, confirm: S.Literal(true) }),
  // restore
  S.Struct({ id: S.String }),
  // stage-hunk, unstage-hunk, discard-hunk
  S.Struct({
    path: S.String,
    /** Its header, such as `@@ -1,3 +1,4 @@`, in a fresh diff with as much context. */
    hunk: S.String,
    /** One run of changed lines in the hunk, counted from 0. */
    block: S.optional(Count),
    /** Default 3. */
    context: S.optional(Count),
    /** For discard-hunk. */
    confirm: S.optional(S.Literal(true)),
  }),
  // commit-turns
  S.Struct({
    /** That of the plan. */
    expect: S.String,
    /** One for each commit of the plan. Default: those of the plan. */
    messages: S.optional(S.Array(S.String)),
  }),
  // commit
  S.Struct({ message: S.String, only: S.optional(S.Literal('staged')) }),
  // switch, branch-create, branch-delete
  S.Struct({ branch: S.String, create: S.optional(S.Boolean), base: S.optional(S.String) }),
  // merge takes a branch; resolve
  S.Struct({ path: S.String, side: S.Literal(...SIDES) }),
  // merge-commit has no members; merge-abort
  S.Struct({ confirm: S.Literal(true) }),
  // fetch, pull, push
  S.Struct({ credentials }),
  // publish
  S.Struct({ url: S.String, credentials }),
)

const Done = S.Struct({
  action: S.String,
  ok: S.Literal(true),
  /** What git printed. */
  output: S.String,
  /** The files with conflicts of a merge. */
  conflicts: S.optional(S.Array(S.String)),
  /** The remote that `publish` added. */
  remote: S.optional(S.String),
  /** What restores the discarded changes, until then; null if they were too large to keep. */
  restore: S.optional(Nullable(S.Struct({ id: S.String, until: DateTime }))),
  /** The commits that `commit-turns` made, oldest first. */
  commits: S.optional(S.Array(S.Struct({ commit: S.String, message: S.String }))),
  /** The files that `restore` left alone, because the same lines were changed since. */
  changed: S.optional(S.Array(S.String)),
})

/** What `commit-turns` would do. */
const TurnCommits = S.Struct({
  /** Identifies the plan. */
  expect: S.String,
  /** Oldest first. Empty if nothing has changed. */
  commits: S.Array(
    S.Struct({
      /** Null for what no turn is known to have written. */
      turn: Nullable(
        S.Struct({
          session_id: S.String,
          session_name: S.String,
          number: Count,
          prompt: S.String,
          at: DateTime,
        }),
      ),
      message: S.String,
      files: S.Array(S.String),
    }),
  ),
})

const session = text('a session of the lane with a worktree of its own, which is changed instead')

export const laneGitWrites = mountedAt(LANE_PREFIXES, {
  'GET /api/lanes/:id/git/commit-turns': endpoint({
    summary: 'Get the commits that would hold what each turn wrote',
    tag: 'git',
    access: 'lane:read',
    about: { kind: 'lane', param: 'id' },
    query: { session: text('a session of the lane with a worktree of its own, which is read instead') },
    answers: { 200: TurnCommits },
    errors: ['EGIT', 'ENOWORKTREE', 'EUNAVAILABLE'],
  }),
  'POST /api/lanes/:id/git/:action': endpoint({
    summary: 'Change the repository of a lane',
    tag: 'git',
    access: 'lane:write',
    about: { kind: 'lane', param: 'id' },
    query: { session },
    body: describedAs(JsonObject, Body),
    checksText: true,
    answers: { 200: Done },
    errors: [
      'EBADACTION',
      'EBADBRANCH',
      'EBADCRED',
      'EBADHOST',
      'EBADMESSAGE',
      'EBADPATH',
      'EBADSIDE',
      'EBADURL',
      'EBRANCHBUSY',
      'EBRANCHEXISTS',
      'ECONFIRM',
      'ECONFLICTS',
      'EDIRTY',
      'EEXPECT',
      'EGIT',
      'EGITAUTH',
      'EHUNKGONE',
      'EMARKERS',
      'EMERGING',
      'ENOBRANCH',
      'ENOCHANGES',
      'ENOCOMMITS',
      'ENOMERGE',
      'ENOREMOTE',
      'ENOTFOUND',
      'ENOWORKTREE',
      'EOTHERWORKTREE',
      'EOUTSIDELANE',
      'EPROTECTED',
      'EPROVISIONING',
      'EREMOTEEXISTS',
      'ESECRET',
      'ESTAGEDOUTSIDE',
      'ESTALE',
      'ESUBDIR',
      'EUNTRACKED',
    ],
    statuses: { EBADHOST: 400 },
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LaneGitWriteRoute = Extract<keyof typeof laneGitWrites, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
