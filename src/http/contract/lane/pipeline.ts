import { MOVES } from '../../../domain/pipeline/decide.js'
import { LANE_STATUSES } from '../../../domain/lane/lane.js'
import { RESULTS } from '../../../domain/pipeline/stage.js'
import { Schema as S } from '../../../domain/schema.js'
import { Count, DateTime, Nullable } from '../common.js'
import { endpoint } from '../endpoint.js'
import { describedAs, Json, JsonObject } from '../json.js'
import { mountedAt } from '../mounted-at.js'
import { clamped, rowId, text } from '../param.js'
import { Lane, LANE_PREFIXES, PipelineNode, Scalar, StageRecord } from './lanes.js'

// The domain checks each member, with a code for each.
const Declare = describedAs(
  S.Struct({
    stage: S.optional(Json),
    result: S.optional(Json),
    evidence: S.optional(Json),
    gate_decision: S.optional(Json),
    ci_status: S.optional(Json),
    qc_dev: S.optional(Json),
  }),
  S.Struct({
    /** The id or an alias of a node. */
    stage: S.String,
    result: S.optional(Nullable(S.Literal(...RESULTS))),
    /** Links or paths that show the result. Without a result they mean that the stage was passed. */
    evidence: S.optional(S.Array(S.String)),
    gate_decision: S.optional(Scalar),
    ci_status: S.optional(Scalar),
    qc_dev: S.optional(Scalar),
  }),
)

const Text = Nullable(S.String)

/** A stage that was declared or detected. */
const StageEvent = S.Struct({
  id: S.Int,
  at: DateTime,
  source: S.Literal('declared', 'detected'),
  pipeline: S.String,
  /** The slug of the feature. */
  feature: Text,
  /** The pass through the template, from 1. A declared move back starts another one. */
  pass: S.Int,
  stage: S.String,
  /** From the stage that was declared or detected before. */
  move: S.Literal(...MOVES),
  result: Nullable(S.Literal(...RESULTS)),
  evidence: S.Array(S.String),
  /** The stage that was left without a result, and so passed. */
  passed: Text,
  /** The tool call of a detection, and its session. */
  signal: Text,
  session_id: Text,
})

const NodeStatistics = S.Struct({
  id: S.String,
  label: S.String,
  icon: Text,
  gate: S.Boolean,
  /** Passes through the template that recorded a result of the node. */
  entered: Count,
  /** Those that did not fail. */
  passed: Count,
  /** Those that passed with evidence. */
  withEvidence: Count,
  failed: Count,
  /** Passes that reached the node by detection only. */
  detected: Count,
  /** Declared moves back to the node. */
  rework: Count,
  /** How long lanes stayed in the node, within 5 percent. Null if none has left it. */
  medianSeconds: Nullable(S.Number),
  p90Seconds: Nullable(S.Number),
})

const Statistics = S.Struct({
  pipelines: S.Array(
    S.Struct({
      id: S.String,
      name: S.String,
      /** Passes through the template. */
      runs: Count,
      nodes: S.Array(NodeStatistics),
    }),
  ),
  lanes: S.Array(S.Struct({ id: S.Int, title: Text, cwd: S.String })),
})

/** One piece of work in a lane. The active one has the state of the lane, the others that of their archiving. */
const Feature = S.Struct({
  id: S.Int,
  lane_id: S.Int,
  slug: S.String,
  title: S.String,
  branch: Text,
  status: S.Literal(...LANE_STATUSES),
  pipeline: S.String,
  pipeline_name: S.String,
  pipeline_nodes: S.Array(PipelineNode),
  progress: S.Number,
  stage: Text,
  stage_since: Nullable(DateTime),
  stages: S.Record({ key: S.String, value: StageRecord }),
  gate_decision: Scalar,
  ci_status: Scalar,
  qc_dev: Scalar,
  links: JsonObject,
  notes: Text,
  /** Null for the active feature. */
  archived_at: Nullable(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
})
const Activate = describedAs(
  S.Struct({ slug: S.optional(Json), title: S.optional(Json) }),
  S.Struct({ slug: S.String, title: S.optional(Text) }),
)

const about = { kind: 'lane', param: 'id' } as const

export const lanePipeline = mountedAt(LANE_PREFIXES, {
  'POST /api/lanes/:id/stage': endpoint({
    summary: 'Declare the stage of a lane',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: Declare,
    answers: { 200: S.Struct({ lane: Lane }) },
    errors: ['EBADFIELD', 'EBADSTAGE', 'ENOPIPELINE'],
  }),
  'GET /api/lanes/:id/stage-events': endpoint({
    summary: 'List the stages that were declared or detected, newest first',
    tag: 'lanes',
    access: 'lane:read',
    about,
    query: { limit: clamped(1, 500, 50, 'page size'), before: rowId('the `id` of the last item of the page before') },
    answers: { 200: S.Struct({ items: S.Array(StageEvent), next: Nullable(S.Int) }) },
  }),
  'GET /api/lanes/:id/features': endpoint({
    summary: 'List the features of a lane, the one that was touched last first',
    tag: 'lanes',
    access: 'lane:read',
    about,
    answers: { 200: S.Struct({ features: S.Array(Feature) }) },
  }),
  'GET /api/lanes/:id/features/:slug': endpoint({
    summary: 'Get a feature of a lane',
    tag: 'lanes',
    access: 'lane:read',
    about,
    answers: { 200: S.Struct({ feature: Feature }) },
    errors: ['ENOFEATURE'],
  }),
  'POST /api/lanes/:id/features/activate': endpoint({
    summary: 'Make a feature the active one of a lane',
    tag: 'lanes',
    access: 'lane:write',
    about,
    body: Activate,
    answers: { 200: S.Struct({ lane: Lane, feature: Feature }) },
    errors: ['EBADFIELD', 'EBADSLUG'],
  }),
  'GET /api/lanes/pipeline-stats': endpoint({
    summary: 'Get the statistics of pipelines, the busiest first',
    tag: 'lanes',
    access: 'lane:read',
    query: { lane: text('the id of a lane, or `all`') },
    answers: { 200: Statistics },
    errors: ['EBADLANE'],
  }),
} as const)

/** The keys of these routes under the first prefix. */
export type LanePipelineRoute = Extract<keyof typeof lanePipeline, `${string} ${(typeof LANE_PREFIXES)[0]}${string}`>
