import type { Handlers } from '../handler.js'
import type { Services } from '../services.js'
import { authHandlers } from './account/auth.js'
import { meHandlers } from './account/me.js'
import { userHomeHandlers } from './account/homes.js'
import { userHandlers } from './account/users.js'
import { agentHandlers } from './session/agents.js'
import { alertHandlers } from './alert/alerts.js'
import { budgetHandlers } from './alert/budgets.js'
import { claudeConfigHandlers } from './config/claude.js'
import { poolHandlers } from './account/pool.js'
import { loginProfileHandlers } from './config/profiles.js'
import { routerHandlers } from './config/routers.js'
import { codexConfigHandlers } from './config/codex.js'
import { callHandlers } from './session/calls.js'
import { editHandlers } from './session/edits.js'
import { turnHandlers } from './session/turns.js'
import { eventHandlers } from './session/events.js'
import { gptPricingHandlers } from './cost/gpt-pricing.js'
import { homeHandlers } from './system/homes.js'
import { hookHandlers } from './system/hooks.js'
import { insightHandlers } from './insight/insights.js'
import { insightTabHandlers } from './insight/tabs.js'
import { importHandlers } from './system/import.js'
import { laneCommitMessageHandlers } from './lane/commit-message.js'
import { gitCredentialHandlers } from './lane/git-credentials.js'
import { laneFileHandlers } from './lane/files.js'
import { laneGitHandlers } from './lane/git.js'
import { laneGitFileHandlers } from './lane/git-file.js'
import { laneGitWriteHandlers } from './lane/git-writes.js'
import { landingHandlers } from './lane/landing.js'
import { reviewHandlers } from './lane/review.js'
import { laneActionHandlers } from './lane/actions.js'
import { laneHandlers } from './lane/lanes.js'
import { lanePipelineHandlers } from './lane/pipeline.js'
import { allRunHandlers } from './lane/all-runs.js'
import { lockHandlers } from './lane/locks.js'
import { laneMessageHandlers } from './lane/messages.js'
import { laneQueueHandlers } from './lane/queue.js'
import { askHandlers } from './lane/asks.js'
import { raceHandlers } from './lane/races.js'
import { trainHandlers } from './lane/trains.js'
import { decisionHandlers } from './lane/decisions.js'
import { lanePromptHandlers } from './lane/prompts.js'
import { laneProofHandlers } from './lane/proof.js'
import { laneRunHandlers } from './lane/runs.js'
import { laneStackHandlers } from './lane/stack.js'
import { maintenanceHandlers } from './system/maintenance.js'
import { pricingHandlers } from './cost/pricing.js'
import { quotaHandlers } from './cost/quota.js'
import { pushHandlers } from './alert/push.js'
import { remoteSourceHandlers } from './system/remote-sources.js'
import { searchHandlers } from './insight/search.js'
import { bulkHandlers } from './session/bulk.js'
import { projectHandlers } from './session/projects.js'
import { sessionHandlers } from './session/sessions.js'
import { settingsHandlers } from './system/settings.js'
import { systemHandlers } from './system/system.js'
import { updateHandlers } from './system/updates.js'
import { webhookHandlers } from './alert/webhooks.js'
import { workflowRunHandlers } from './session/workflow-runs.js'

/** Returns the handlers of all routes. A missing one is a compile error. */
export const handlersOf = (services: Services): Handlers => ({
  ...systemHandlers(services),
  ...authHandlers(services),
  ...meHandlers(services),
  ...userHandlers(services),
  ...userHomeHandlers(services),
  ...sessionHandlers(services),
  ...bulkHandlers(services),
  ...projectHandlers(services),
  ...agentHandlers(services),
  ...eventHandlers(services),
  ...callHandlers(services),
  ...editHandlers(services),
  ...turnHandlers(services),
  ...hookHandlers(services),
  ...insightHandlers(services),
  ...insightTabHandlers(services),
  ...workflowRunHandlers(services),
  ...laneHandlers(services),
  ...laneFileHandlers(services),
  ...laneGitHandlers(services),
  ...laneGitFileHandlers(services),
  ...laneCommitMessageHandlers(services),
  ...laneGitWriteHandlers(services),
  ...landingHandlers(services),
  ...reviewHandlers(services),
  ...laneActionHandlers(services),
  ...lanePipelineHandlers(services),
  ...laneRunHandlers(services),
  ...laneMessageHandlers(services),
  ...laneQueueHandlers(services),
  ...lanePromptHandlers(services),
  ...askHandlers(services),
  ...trainHandlers(services),
  ...raceHandlers(services),
  ...decisionHandlers(services),
  ...laneStackHandlers(services),
  ...allRunHandlers(services),
  ...gitCredentialHandlers(services),
  ...lockHandlers(services),
  ...laneProofHandlers(services),
  ...pricingHandlers(services),
  ...gptPricingHandlers(services),
  ...quotaHandlers(services),
  ...remoteSourceHandlers(services),
  ...settingsHandlers(services),
  ...homeHandlers(services),
  ...maintenanceHandlers(services),
  ...importHandlers(services),
  ...alertHandlers(services),
  ...budgetHandlers(services),
  ...webhookHandlers(services),
  ...pushHandlers(services),
  ...claudeConfigHandlers(services),
  ...codexConfigHandlers(services),
  ...routerHandlers(services),
  ...loginProfileHandlers(services),
  ...poolHandlers(services),
  ...updateHandlers(services),
  ...searchHandlers(services),
})
