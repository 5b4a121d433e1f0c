import type { Operations } from '../operation.js'
import { agentOperations } from './agents.js'
import { alertOperations } from './alerts.js'
import { eventOperations } from './events.js'
import { insightOperations } from './insights.js'
import { pricingOperations } from './pricing.js'
import { sessionOperations } from './sessions.js'
import { settingOperations } from './settings.js'
import { systemOperations } from './system.js'
import { workflowRunOperations } from './workflow-runs.js'

/** Descriptions and examples of every route. A missing one is a compile error. */
export const operations: Operations = {
  ...systemOperations,
  ...sessionOperations,
  ...agentOperations,
  ...eventOperations,
  ...insightOperations,
  ...workflowRunOperations,
  ...pricingOperations,
  ...alertOperations,
  ...settingOperations,
}
