import type { workflowRuns } from '../../../contract/session/workflow-runs.js'
import type { RouteAnswer } from '../../../contract/index.js'
import type { Operations } from '../../operation.js'
import { SESSION_ID, subagent, event } from '../../samples.js'

const RUN_ID = 'wf_3f9a1c'

const run: RouteAnswer<'GET /api/workflows/runs/:runId'>['workflow'] = {
  run_id: RUN_ID,
  session_id: SESSION_ID,
  task_id: 'w1a2b3c4',
  name: 'review-changes',
  status: 'completed',
  default_model: 'claude-sonnet-4-5',
  started_at: '2026-11-20T09:15:10.020Z',
  ended_at: '2026-11-20T09:16:31.877Z',
  duration_ms: 81_857,
  agent_count: 1,
  total_tokens: 1214,
  total_tool_calls: 6,
  phases: [{ title: 'Review', detail: null }],
  progress: [
    { type: 'workflow_phase', index: 1, title: 'Review' },
    { type: 'workflow_agent', index: 2, phaseTitle: 'Review', agentId: subagent.id, state: 'done', toolCalls: 6 },
  ],
  script_path: null,
  journal_path: `/home/ada/.claude/projects/-home-ada-shop/${SESSION_ID}/workflows/${RUN_ID}.json`,
  source: 'journal',
  created_at: '2026-11-20T09:15:10.020Z',
  updated_at: '2026-11-20T09:16:31.877Z',
}

export const workflowRunsOperations: Operations<keyof typeof workflowRuns> = {
  'GET /api/workflows/runs': {
    description:
      'Lists runs of the workflow tool, newest first. `counts` is the number of runs by status, regardless of the `status` filter.',
    answer: { runs: [run], total: 1, counts: { completed: 1 }, limit: 50, offset: 0 },
  },
  'GET /api/workflows/runs/:runId': {
    description: 'Returns a run with its agents and their first 5,000 events, oldest first.',
    answer: {
      workflow: run,
      agents: [{ ...subagent, workflow_run_id: RUN_ID, workflow_phase: 'Review' }],
      events: [{ ...event, agent_id: subagent.id }],
    },
  },
}
