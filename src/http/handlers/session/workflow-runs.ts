import { reject } from '../../../domain/rejection.js'
import { listWorkflowRuns, workflowRunById } from '../../../projections/queries/workflow-runs.js'
import type { workflowRuns } from '../../contract/session/workflow-runs.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const workflowRunHandlers = ({ db, book }: Services): Handlers<keyof typeof workflowRuns> => ({
  'GET /api/workflows/runs': ({ query }, { visibility }) => ({
    status: 200,
    json: listWorkflowRuns(db, visibility, book(), query),
  }),
  'GET /api/workflows/runs/:runId': ({ params, query }, { visibility }) => {
    const json = workflowRunById(db, visibility, book(), params.runId, query)
    return json === undefined ? reject('WORKFLOW_NOT_FOUND', 'workflow run not found') : { status: 200, json }
  },
})
