import { listWorkflowRuns } from '../../../projections/queries/workflow-runs.js'
import type { workflowRuns } from '../../contract/session/workflow-runs.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const workflowRunHandlers = ({ db, book }: Services): Handlers<keyof typeof workflowRuns> => ({
  'GET /api/workflows/runs': ({ query }, { reads }) => ({
    status: 200,
    json: listWorkflowRuns(db, reads, book(), query),
  }),
  'GET /api/workflows/runs/:runId': (_input, { row }) => ({ status: 200, json: row }),
})
