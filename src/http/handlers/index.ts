import type { Handlers } from '../handler.js'
import type { Services } from '../services.js'
import { agentHandlers } from './agents.js'
import { alertHandlers } from './alerts.js'
import { eventHandlers } from './events.js'
import { gptPricingHandlers } from './gpt-pricing.js'
import { homeHandlers } from './homes.js'
import { hookHandlers } from './hooks.js'
import { insightHandlers } from './insights.js'
import { importHandlers } from './import.js'
import { maintenanceHandlers } from './maintenance.js'
import { pricingHandlers } from './pricing.js'
import { quotaHandlers } from './quota.js'
import { pushHandlers } from './push.js'
import { remoteSourceHandlers } from './remote-sources.js'
import { searchHandlers } from './search.js'
import { sessionHandlers } from './sessions.js'
import { settingsHandlers } from './settings.js'
import { systemHandlers } from './system.js'
import { updateHandlers } from './updates.js'
import { webhookHandlers } from './webhooks.js'
import { workflowRunHandlers } from './workflow-runs.js'

/** Returns the handlers of all routes. A missing one is a compile error. */
export const handlersOf = (services: Services): Handlers => ({
  ...systemHandlers(services),
  ...sessionHandlers(services),
  ...agentHandlers(services),
  ...eventHandlers(services),
  ...hookHandlers(services),
  ...insightHandlers(services),
  ...workflowRunHandlers(services),
  ...pricingHandlers(services),
  ...gptPricingHandlers(services),
  ...quotaHandlers(services),
  ...remoteSourceHandlers(services),
  ...settingsHandlers(services),
  ...homeHandlers(services),
  ...maintenanceHandlers(services),
  ...importHandlers(services),
  ...alertHandlers(services),
  ...webhookHandlers(services),
  ...pushHandlers(services),
  ...updateHandlers(services),
  ...searchHandlers(services),
})
