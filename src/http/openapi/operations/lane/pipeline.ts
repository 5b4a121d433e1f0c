import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import type { LanePipelineRoute } from '../../../contract/lane/pipeline.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'
import { stagedLane } from '../../samples.js'

const { pipeline, pipeline_name, pipeline_nodes, progress, stage, stage_since, stages, status, branch } = stagedLane
const feature = {
  id: 2,
  lane_id: 4,
  slug: 'retry-uploads',
  title: 'Retry uploads',
  branch,
  status,
  pipeline,
  pipeline_name,
  pipeline_nodes,
  progress,
  stage,
  stage_since,
  stages,
  gate_decision: null,
  ci_status: 'green',
  qc_dev: null,
  links: {},
  notes: null,
  archived_at: null,
  created_at: '2026-11-20T09:10:00.000Z',
  updated_at: '2026-11-20T09:12:41.007Z',
}

const operations: Operations<LanePipelineRoute> = {
  'POST /api/lanes/:id/stage': {
    description:
      'Declares the stage of a lane, by the id or an alias of a node. The result and the evidence are those of that node. A node that is left without a result counts as passed on the way forward; a move back starts another pass and drops the records from that node on. `error.stages` lists the valid stages.',
    request: { stage: 'review', result: 'pass', evidence: ['https://git.example/shop/pull/12'], ci_status: 'green' },
    answer: { lane: stagedLane },
  },
  'GET /api/lanes/:id/stage-events': {
    description:
      'Lists the declared and detected stages of a lane, newest first. Nothing is ever removed from this history.',
    answer: {
      items: [
        {
          id: 4711,
          at: '2026-11-20T09:12:41.007Z',
          source: 'declared',
          pipeline: 'feature',
          feature: null,
          pass: 1,
          stage: 'review',
          move: 'forward',
          result: 'pass',
          evidence: ['https://git.example/shop/pull/12'],
          passed: 'build',
          signal: null,
          session_id: null,
        },
      ],
      next: null,
    },
  },
  'GET /api/lanes/:id/features': {
    description:
      'Lists the features of a lane, the one that was touched last first. The active feature has the state of the lane.',
    answer: { features: [feature] },
  },
  'GET /api/lanes/:id/features/:slug': {
    description: 'Returns a feature of a lane. The slug is made canonical first.',
    answer: { feature },
  },
  'POST /api/lanes/:id/features/activate': {
    description:
      'Makes a feature the active one of a lane. The feature before is archived with the stage, results, links and notes of the lane; those of the wanted one are restored, or it starts fresh. The first feature of a lane continues with what the lane has. Without the `feat/` of a branch, slashes and whitespace become `-`. Activating the active feature changes nothing.',
    request: { slug: 'feat/retry-uploads', title: 'Retry uploads' },
    answer: { lane: { ...stagedLane, feature_slug: 'retry-uploads' }, feature },
  },
  'GET /api/lanes/pipeline-stats': {
    description:
      'Counts the passes through each template by node, of one lane or of all. A pass starts with the first stage and after a declared move back. Pipelines of lanes are listed before they are used. Passes of deleted lanes count only for all lanes. `lanes` is never narrowed.',
    answer: {
      pipelines: [
        {
          id: 'feature',
          name: 'Feature',
          runs: 12,
          nodes: [
            {
              id: 'review',
              label: 'Review',
              icon: null,
              gate: true,
              entered: 9,
              passed: 8,
              withEvidence: 6,
              failed: 1,
              detected: 2,
              rework: 1,
              medianSeconds: 1448,
              p90Seconds: 5793,
            },
          ],
        },
      ],
      lanes: [{ id: 4, title: 'Shop', cwd: '/home/ada/shop' }],
    },
  },
}

export const lanePipelineOperations = mountedAt(LANE_PREFIXES, operations)
