import { LANE_KINDS, LANE_STATUSES } from '../../../domain/lane/lane.js'
import { NODE_STATES, RESULTS } from '../../../domain/pipeline/stage.js'
import { DIALOG_KINDS } from '../../../domain/run/dialog.js'
import { Schema as S } from '../../../domain/schema.js'
import { DateTime, Nullable, ToolId } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json, JsonObject } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { Ask } from './asks.js'
import { clamped, flag, text } from '../param.js'
import { Clone, EXISTING_BRANCH, PREPARATION, Prepared, RepositoryBranches } from './worktree.js'

/** The prefixes of all routes about lanes. The dashboards of some clients call lanes workspaces. */
export const LANE_PREFIXES = ['/api/lanes', '/api/workspaces'] as const

const Text = Nullable(S.String)
export const Scalar = Nullable(S.Union(S.String, S.Number))

export const PipelineNode = S.Struct({
  id: S.String,
  label: S.String,
  icon: Text,
  gate: S.Boolean,
  state: S.Literal(...NODE_STATES),
  current: S.Boolean,
  /** The stage was inferred from tool calls, for this node or one after it. It never makes the state `done`. */
  detected: S.Boolean,
})

export const StageRecord = S.Struct({
  result: S.Literal(...RESULTS),
  evidence: S.Array(S.String),
  at: DateTime,
  source: S.Literal('declared', 'detected'),
})

export const Lane = S.Struct({
  id: S.Int,
  cwd: S.String,
  title: Text,
  tool: ToolId,
  kind: S.Literal(...LANE_KINDS),
  status: S.Literal(...LANE_STATUSES),
  pipeline: S.String,
  pipeline_name: S.String,
  pipeline_nodes: S.Array(PipelineNode),
  /** From 0 to 1; 0 without a current node. */
  progress: S.Number,
  stage: Text,
  stage_since: Nullable(DateTime),
  /** By the id of the node. */
  stages: S.Record({ key: S.String, value: StageRecord }),
  detected_stage: Text,
  detected_signal: Text,
  detected_at: Nullable(DateTime),
  gate_decision: Scalar,
  ci_status: Scalar,
  qc_dev: Scalar,
  links: JsonObject,
  /** Git's error output, if the worktree could not be created. */
  notes: Text,
  /** The run of slot 0. */
  run_id: Text,
  /** The slot of the stack, which decides its ports. */
  slot: Nullable(S.Int),
  ports: S.Record({ key: S.String, value: S.Int }),
  base_branch: Text,
  branch: Text,
  source_repo: Text,
  /** The commit of a branch that was there before the lane: it stays without the lane. Null for a branch of the lane's own. */
  kept_head: Text,
  feature_slug: Text,
  router_profile: Text,
  /** When a user put it away; null again when a program starts in it. */
  archived_at: Nullable(DateTime),
  /** Whose it is, in server mode; null in local mode. */
  owner_id: Nullable(S.Int),
  owner_username: S.optional(S.String),
  owner_avatar_at: S.optional(Nullable(DateTime)),
  /** In server mode: staff who have a terminal of the lane open, and whether they may type. */
  watchers: S.optional(
    S.Array(
      S.Struct({
        user_id: S.Int,
        username: Text,
        slot: S.Int,
        mode: S.Literal('ro', 'rw'),
        since: DateTime,
      }),
    ),
  ),
  created_at: DateTime,
  updated_at: DateTime,
})

/** A terminal of a lane. Slot 0 is its own; 1 to 9 are additional. */
const Pane = S.Struct({
  slot: S.Int,
  run_id: Text,
  session_id: Text,
  tool: Nullable(ToolId),
  shell: S.Boolean,
  /** False if its program has exited: the pane shows its last screen until the slot is used again. */
  alive: S.Boolean,
  started_at: DateTime,
  ended_at: Nullable(DateTime),
  /** Null while it is alive, and if a signal killed it. */
  exit_code: Nullable(S.Int),
  signal: Text,
  worktree: S.Boolean,
  /** The dialog that its agent shows before its session starts. Only the user may answer it, in the terminal. */
  waiting: Nullable(S.Struct({ kind: S.Literal(...DIALOG_KINDS), text: S.String })),
  /** What its agent asks now. */
  ask: Nullable(Ask),
})

/** A lane as lists show it, with its panes. */
export const LaneRow = S.Struct({ ...Lane.fields, panes: S.Array(Pane) })

const Pipeline = S.Struct({
  id: S.String,
  name: S.String,
  nodes: S.Array(S.Struct({ id: S.String, label: S.String, icon: Text, gate: S.Boolean, aliases: S.Array(S.String) })),
})

// The domain checks each member, with a code for each.
const input = {
  title: S.optional(describedAs(Json, Text)),
  pipeline: S.optional(describedAs(Json, Text)),
  tool: S.optional(describedAs(Json, Nullable(ToolId))),
}
const Create = describedAs(
  S.Struct({ ...input, cwd: S.optional(Json), base_branch: S.optional(Json) }),
  S.Struct({ ...input, cwd: S.String, base_branch: S.optional(Text) }),
)
const Ensure = S.Struct({
  ...input,
  cwd: S.optional(describedAs(Json, Text)),
  exact: S.optional(Nullable(S.Boolean)),
})
const CreateWorktree = describedAs(
  S.Struct({
    ...input,
    ...PREPARATION,
    sourceRepo: S.optional(Json),
    slug: S.optional(Json),
    base: S.optional(Json),
    existingBranch: EXISTING_BRANCH,
  }),
  S.Struct({
    ...input,
    ...PREPARATION,
    sourceRepo: S.String,
    slug: S.optional(Text),
    base: S.optional(Text),
    existingBranch: EXISTING_BRANCH,
  }),
)
const Patch = describedAs(
  JsonObject,
  S.Struct({
    title: S.optional(Text),
    pipeline: S.optional(S.String),
    run_id: S.optional(Text),
    links: S.optional(JsonObject),
    notes: S.optional(Text),
    base_branch: S.optional(Text),
    gate_decision: S.optional(Scalar),
    ci_status: S.optional(Scalar),
    qc_dev: S.optional(Scalar),
  }),
)

const about = { kind: 'lane', param: 'id' } as const
const OneLane = S.Struct({ lane: Lane })
const Ensured = S.Struct({ lane: Lane, created: S.Boolean })
const INVALID = ['EBADFIELD', 'EBADPIPELINE', 'EBADTOOL'] as const

export const lanes = mountedAt(LANE_PREFIXES, {
  'GET /api/lanes': endpoint({
    summary: 'List lanes, the one that changed last first',
    tag: 'lanes',
    access: 'lane:read',
    query: {
      limit: clamped(1, 1000, 500, 'page size'),
      cursor: text('where to continue: `next_cursor` of the page before'),
    },
    answers: {
      200: S.Struct({
        lanes: S.Array(LaneRow),
        /** Where the next page starts; missing on the last page. */
        next_cursor: S.optional(S.String),
      }),
    },
  }),
  'POST /api/lanes': endpoint({
    summary: 'Create a lane on an existing directory',
    tag: 'lanes',
    access: 'lane:create',
    body: Create,
    answers: { 201: OneLane },
    errors: ['EBADCWD', 'EDUPCWD', 'EFOLDER', ...INVALID],
  }),
  'POST /api/lanes/ensure': endpoint({
    summary: 'Return the lane that owns a directory, or create one',
    tag: 'lanes',
    access: 'lane:create',
    body: Ensure,
    answers: { 200: Ensured, 201: Ensured },
    errors: ['EBADCWD', 'EDUPCWD', 'ENOTFOUND', ...INVALID],
  }),
  'POST /api/lanes/worktree': endpoint({
    summary: 'Create a lane on a new git worktree',
    tag: 'lanes',
    access: 'lane:create',
    body: CreateWorktree,
    answers: { 202: OneLane },
    errors: [
      'EBADBRANCH',
      'EBADCWD',
      'EBADSLUG',
      'EBRANCHBUSY',
      'EDUPCWD',
      'EEMPTYREPO',
      'EFOLDER',
      'EGIT',
      'ENOBRANCH',
      'EWORKTREEDIRCOLLISION',
      ...INVALID,
    ],
  }),
  'GET /api/lanes/browse': endpoint({
    summary: 'List the folders in a folder, to choose one for a lane',
    tag: 'lanes',
    access: 'lane:read',
    query: {
      path: text('absolute, or in the home with `~`; default: the home'),
      files: flag('also list files, after the folders'),
      hidden: flag('also list names that start with a dot'),
      host: flag('with system accounts, for admins: start in the home of the service'),
    },
    answers: {
      200: S.Struct({
        path: S.String,
        parent: Text,
        home: S.String,
        /** With system accounts, for admins: the home of the service. */
        hostHome: S.optional(S.String),
        entries: S.Array(
          S.Struct({
            name: S.String,
            path: S.String,
            /** Milliseconds since the epoch. */
            mtime: S.Number,
            file: S.optional(S.Literal(true)),
          }),
        ),
        truncated: S.Boolean,
      }),
    },
    errors: ['EBADPATH', 'EFOLDER', 'ENOTFOUND'],
    statuses: { ENOTFOUND: 400 },
    tables: false,
  }),
  'POST /api/lanes/browse/mkdir': endpoint({
    summary: 'Create a folder',
    tag: 'lanes',
    access: 'lane:create',
    body: describedAs(
      S.Struct({ parent: S.optional(Json), name: S.optional(Json) }),
      S.Struct({ parent: S.String, name: S.String }),
    ),
    answers: { 201: S.Struct({ path: S.String }) },
    errors: ['EBADNAME', 'EBADPATH', 'EEXISTS', 'EFOLDER', 'ENOTFOUND'],
    statuses: { ENOTFOUND: 400 },
  }),
  'POST /api/lanes/pick-path': endpoint({
    summary: 'Let the user choose a path in a dialog of the desktop of this machine',
    tag: 'lanes',
    access: 'lane:create',
    body: describedAs(
      S.Struct({ kind: S.optional(Json), start: S.optional(Json) }),
      S.Struct({ kind: S.optional(S.Literal('dir', 'file')), start: S.optional(Text) }),
    ),
    answers: { 200: S.Union(S.Struct({ path: S.String }), S.Struct({ cancelled: S.Literal(true) })) },
    errors: ['EBUSY', 'EDIALOG', 'EFOLDER', 'ENODIALOG', 'EREMOTE'],
  }),
  'POST /api/lanes/clone': endpoint({
    summary: 'Clone a repository and create a lane on it',
    tag: 'lanes',
    access: 'lane:create',
    body: Clone,
    checksText: true,
    answers: { 201: S.Struct({ lane: Lane, created: S.Boolean, path: S.String }) },
    errors: [
      'EBADCRED',
      'EBADCWD',
      'EBADHOST',
      'EBADNAME',
      'EBADPATH',
      'EBADURL',
      'ECREDENTIALS',
      'EDUPCWD',
      'EEXISTS',
      'EFOLDER',
      'EGIT',
      'ENOREPO',
      'ENOTFOUND',
      'ESSHAUTH',
      'ETOOMANY',
      ...INVALID,
    ],
    statuses: { ENOTFOUND: 400 },
  }),
  'GET /api/lanes/preparation': endpoint({
    summary: 'Get what a new worktree of the repository at a path gets besides its checkout',
    tag: 'lanes',
    access: 'lane:read',
    query: { path: text('absolute path in the repository') },
    answers: { 200: Prepared },
    errors: ['EFOLDER'],
    tables: false,
  }),
  'GET /api/lanes/branches': endpoint({
    summary: 'List the branches of the repository at a path',
    tag: 'lanes',
    access: 'lane:read',
    query: { path: text('absolute path in the repository') },
    answers: { 200: RepositoryBranches },
    errors: ['EFOLDER'],
    tables: false,
  }),
  'GET /api/lanes/pipelines': endpoint({
    summary: 'List the pipelines that a lane can follow',
    tag: 'lanes',
    access: 'catalog:read',
    answers: { 200: S.Struct({ pipelines: S.Array(Pipeline) }) },
    tables: false,
  }),
  'POST /api/lanes/pipelines/examples': endpoint({
    summary: 'Install the example pipelines',
    tag: 'lanes',
    access: 'host:write',
    answers: { 200: S.Struct({ copied: S.Array(S.String), kept: S.Array(S.String) }) },
    tables: false,
  }),
  'GET /api/lanes/:id': endpoint({
    summary: 'Get a lane and its panes',
    tag: 'lanes',
    access: 'lane:read',
    about,
    answers: { 200: S.Struct({ lane: Lane, panes: S.Array(Pane) }) },
  }),
  'PATCH /api/lanes/:id': endpoint({
    summary: 'Update a lane',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: Patch,
    answers: { 200: OneLane },
    errors: INVALID,
  }),
  'POST /api/lanes/:id/archive': endpoint({
    summary: 'Put a lane away',
    tag: 'lanes',
    access: 'lane:write',
    about,
    answers: { 200: S.Struct({ ok: S.Boolean }) },
    errors: ['EPROVISIONING', 'ERUNLIVE'],
  }),
  'DELETE /api/lanes/:id/archive': endpoint({
    summary: 'Take a lane back that was put away',
    tag: 'lanes',
    access: 'lane:write',
    about,
    answers: { 200: S.Struct({ ok: S.Boolean }) },
    errors: ['EPROVISIONING', 'ERUNLIVE'],
  }),
  'DELETE /api/lanes/:id': endpoint({
    summary: 'Delete the record of a lane, not its directory',
    tag: 'lanes',
    access: 'lane:write',
    about,
    answers: { 200: S.Struct({ ok: S.Boolean }) },
    errors: ['EPROVISIONING', 'ERUNLIVE'],
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LaneRoute = Extract<keyof typeof lanes, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
