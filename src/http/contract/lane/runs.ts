import { SLOTS } from '../../../domain/run/run.js'
import { Schema as S } from '../../../domain/schema.js'
import { DateTime, Nullable, ToolId } from '../common.js'
import { endpoint } from '../endpoint.js'
import { anyOf, describedAs, Json } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { Lane, LANE_PREFIXES } from './lanes.js'
import { EXISTING_BRANCH, PREPARATION } from './worktree.js'

const text = S.optional(describedAs(Json, Nullable(S.String)))
const flag = S.optional(describedAs(Json, Nullable(S.Boolean)))
// Numbers as a range: an enum of numbers and `auto` would have no single type in OpenAPI.
const Slot = S.Int.pipe(S.between(SLOTS[0], SLOTS[9]))

/** The members of a request to start a run. The domain checks each one, with a code for each. */
export const startMembers = {
  /** At most 131,072 bytes of UTF-8. */
  prompt: text,
  model: text,
  /** Default: `auto`, where the tool has it. */
  permissionMode: text,
  effort: text,
  /** The tool of this run. A resumed session keeps its own. */
  tool: S.optional(describedAs(Json, Nullable(ToolId))),
  resumeSessionId: text,
  /** The same as `resumeSessionId`. */
  resume: text,
  /** Resume the most recent session of the directory. */
  resumeLast: flag,
  /** Resume into a new session id. */
  forkSession: flag,
  sandbox: text,
  approval: text,
  proxy: text,
  router: text,
  /** Let the agent make a git worktree for its session. */
  worktree: flag,
  slot: S.optional(describedAs(Json, Nullable(S.Union(Slot, S.Literal('auto'))))),
  /** Start a login shell instead of an agent. All other members but the slot are ignored. */
  shell: flag,
}

const about = { kind: 'lane', param: 'id' } as const

export const START_ERRORS = [
  'EBADFIELD',
  'EBADPROMPT',
  'EBADPROXY',
  'EBADSESSION',
  'EBADSLOT',
  'EBADTOOL',
  'EBUDGET',
  'EFOLDER',
  'ENOCWD',
  'ENOTOOL',
  'ENOWORKTREE',
  'EPANE',
  'EPOOLFULL',
  'EPROVISIONING',
  'ERUNLIVE',
  'ESESSIONLIVE',
  'ETMUX',
  'ETMUXMISSING',
  'EUNSUPPORTED',
] as const

const { prompt, model, permissionMode, effort, tool, sandbox, approval, proxy } = startMembers

const NEW_MEMBERS = {
  prompt,
  model,
  permissionMode,
  effort,
  tool,
  sandbox,
  approval,
  proxy,
  /** The branch that the new ones start from. */
  base: text,
  /** Default: the first sentence of the prompt. */
  title: text,
  /** Default: the first words of the prompt that carry its meaning. */
  branch: text,
  existingBranch: EXISTING_BRANCH,
  pipeline: text,
  ...PREPARATION,
}

/** Why lanes with agents cannot be created. */
export const NEW_LANE_ERRORS = [
  'EBADBRANCH',
  'EBADCWD',
  'EBADFIELD',
  'EBADPIPELINE',
  'EBADPROMPT',
  'EBADPROXY',
  'EBADSESSION',
  'EBADSLOT',
  'EBADSLUG',
  'EBADTOOL',
  'EBRANCHBUSY',
  'EBUDGET',
  'EDUPCWD',
  'EEMPTYREPO',
  'EFOLDER',
  'EGIT',
  'ENOBRANCH',
  'ENOTOOL',
  'EPANE',
  'EUNSUPPORTED',
  'EWORKTREEDIRCOLLISION',
] as const

/** Why one of several lanes is missing, or its agent. */
export const Refused = S.Struct({ code: S.String, message: S.String })

/** A run whose pane vanished while its agent was in a session. */
const Vanished = S.Struct({
  run_id: S.String,
  lane_id: S.Int,
  slot: S.Int,
  tool: Nullable(ToolId),
  session_id: Nullable(S.String),
  cwd: S.String,
  ended_at: Nullable(DateTime),
})

export const laneRuns = mountedAt(LANE_PREFIXES, {
  'POST /api/lanes/new': endpoint({
    summary: 'Create lanes on new worktrees and start an agent in each',
    tag: 'lanes',
    access: 'lane:create',
    body: describedAs(
      S.Struct({
        ...NEW_MEMBERS,
        repo: S.optional(Json),
        count: S.optional(Json),
        prompts: S.optional(Json),
      }),
      S.Struct({
        ...NEW_MEMBERS,
        /** The repository: an absolute path. */
        repo: S.String,
        /** How many lanes get the same prompt, 1 to 4. */
        count: S.optional(Nullable(S.Int)),
        /** Instead of `prompt`: one for each lane, at most 4. */
        prompts: S.optional(Nullable(S.Array(S.String))),
      }),
    ),
    answers: {
      201: S.Struct({
        /** `error`: its worktree could not be created, or its agent could not be started. The lane stays. */
        lanes: S.Array(S.Struct({ lane: Lane, run_id: Nullable(S.String), error: Nullable(Refused) })),
        /** Why further lanes could not be created. */
        refused: S.Array(Refused),
      }),
    },
    errors: NEW_LANE_ERRORS,
  }),
  'POST /api/lanes/:id/start': endpoint({
    summary: 'Start an agent or a shell in a slot of a lane',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: S.Struct(startMembers),
    answers: { 200: S.Struct({ lane: Lane, run_id: S.String, slot: S.Int, attached: S.Boolean }) },
    errors: [...START_ERRORS, 'ENOTFOUND'],
  }),
  'POST /api/lanes/:id/router/apply': endpoint({
    summary: 'Attach an AI proxy to a lane, or none',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: describedAs(
      S.Struct(anyOf('profile', 'router', 'name')),
      S.Struct({ profile: S.String, router: S.optional(S.String), name: S.optional(S.String) }),
    ),
    answers: { 200: S.Struct({ lane: Lane, restart_required: S.Boolean, run_id: Nullable(S.String) }) },
    errors: ['EBADPROXY', 'EBADPATH', 'EBADFIELD', 'ENOCWD', 'EREADONLY', 'ESTALE', 'EPROVISIONING'],
  }),
  'POST /api/lanes/:id/stop': endpoint({
    summary: 'Stop the program of one slot, or of all',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: S.Struct({ slot: S.optional(describedAs(Json, Nullable(Slot))) }),
    answers: { 200: S.Struct({ lane: Lane, stopped: S.Array(S.String) }) },
    errors: ['EBADSLOT', 'ERUNTIMEOUT', 'ETMUX', 'ETMUXMISSING'],
  }),
  'POST /api/lanes/resume': endpoint({
    summary: 'Resume the sessions whose panes vanished',
    tag: 'lanes',
    access: 'lane:write',
    body: S.Struct({
      /** The runs to resume; default: all. Others are ignored. */
      runs: S.optional(Nullable(S.Array(S.String))),
      /** List them, and start nothing. */
      dryRun: S.optional(Nullable(S.Boolean)),
    }),
    answers: {
      200: S.Struct({
        resumable: S.Array(Vanished),
        resumed: S.Array(S.Struct({ run_id: S.String, from: S.String, lane_id: S.Int, slot: S.Int })),
        failed: S.Array(S.Struct({ run_id: S.String, code: S.String, message: S.String })),
      }),
    },
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LaneRunRoute = Extract<keyof typeof laneRuns, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
