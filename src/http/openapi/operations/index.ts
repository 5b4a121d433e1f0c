import type { Operations } from '../operation.js'
import { authOperations } from './account/auth.js'
import { meOperations } from './account/me.js'
import { userHomesOperations } from './account/homes.js'
import { userOperations } from './account/users.js'
import { alertsOperations } from './alert/alerts.js'
import { budgetsOperations } from './alert/budgets.js'
import { pushOperations } from './alert/push.js'
import { webhooksOperations } from './alert/webhooks.js'
import { claudeConfigOperations } from './config/claude.js'
import { poolOperations } from './account/pool.js'
import { loginProfileOperations } from './config/profiles.js'
import { aiRoutersOperations } from './config/routers.js'
import { codexConfigOperations } from './config/codex.js'
import { gptPricingOperations } from './cost/gpt-pricing.js'
import { pricingOperations } from './cost/pricing.js'
import { quotaOperations } from './cost/quota.js'
import { insightsOperations } from './insight/insights.js'
import { insightTabsOperations } from './insight/tabs.js'
import { searchOperations } from './insight/search.js'
import { laneCommitMessageOperations } from './lane/commit-message.js'
import { gitCredentialOperations } from './lane/git-credentials.js'
import { laneFilesOperations } from './lane/files.js'
import { laneGitOperations } from './lane/git.js'
import { laneGitFileOperations } from './lane/git-file.js'
import { laneGitWriteOperations } from './lane/git-writes.js'
import { landingOperations } from './lane/landing.js'
import { reviewOperations } from './lane/review.js'
import { laneActionsOperations } from './lane/actions.js'
import { lanesOperations } from './lane/lanes.js'
import { lanePipelineOperations } from './lane/pipeline.js'
import { allRunOperations } from './lane/all-runs.js'
import { lockOperations } from './lane/locks.js'
import { laneMessageOperations } from './lane/messages.js'
import { laneQueueOperations } from './lane/queue.js'
import { askOperations } from './lane/asks.js'
import { raceOperations } from './lane/races.js'
import { trainOperations } from './lane/trains.js'
import { decisionOperations } from './lane/decisions.js'
import { lanePromptOperations } from './lane/prompts.js'
import { laneProofOperations } from './lane/proof.js'
import { laneRunsOperations } from './lane/runs.js'
import { laneStackOperations } from './lane/stack.js'
import { agentsOperations } from './session/agents.js'
import { callsOperations } from './session/calls.js'
import { editsOperations } from './session/edits.js'
import { turnOperations } from './session/turns.js'
import { eventsOperations } from './session/events.js'
import { bulkOperations } from './session/bulk.js'
import { projectsOperations } from './session/projects.js'
import { sessionsOperations } from './session/sessions.js'
import { workflowRunsOperations } from './session/workflow-runs.js'
import { homesOperations } from './system/homes.js'
import { hooksOperations } from './system/hooks.js'
import { importsOperations } from './system/import.js'
import { maintenanceOperations } from './system/maintenance.js'
import { remoteSourcesOperations } from './system/remote-sources.js'
import { settingsOperations } from './system/settings.js'
import { systemOperations } from './system/system.js'
import { updatesOperations } from './system/updates.js'

/** Descriptions and examples of every route. A missing one is a compile error. */
export const operations: Operations = {
  ...authOperations,
  ...meOperations,
  ...userOperations,
  ...userHomesOperations,
  ...alertsOperations,
  ...budgetsOperations,
  ...pushOperations,
  ...webhooksOperations,
  ...claudeConfigOperations,
  ...codexConfigOperations,
  ...aiRoutersOperations,
  ...loginProfileOperations,
  ...poolOperations,
  ...gptPricingOperations,
  ...pricingOperations,
  ...quotaOperations,
  ...insightsOperations,
  ...insightTabsOperations,
  ...searchOperations,
  ...agentsOperations,
  ...eventsOperations,
  ...callsOperations,
  ...editsOperations,
  ...turnOperations,
  ...sessionsOperations,
  ...bulkOperations,
  ...projectsOperations,
  ...workflowRunsOperations,
  ...lanesOperations,
  ...laneFilesOperations,
  ...laneGitOperations,
  ...laneGitFileOperations,
  ...laneCommitMessageOperations,
  ...laneGitWriteOperations,
  ...landingOperations,
  ...reviewOperations,
  ...gitCredentialOperations,
  ...lockOperations,
  ...laneProofOperations,
  ...laneActionsOperations,
  ...lanePipelineOperations,
  ...laneRunsOperations,
  ...laneMessageOperations,
  ...laneQueueOperations,
  ...lanePromptOperations,
  ...askOperations,
  ...trainOperations,
  ...raceOperations,
  ...decisionOperations,
  ...laneStackOperations,
  ...allRunOperations,
  ...homesOperations,
  ...hooksOperations,
  ...importsOperations,
  ...maintenanceOperations,
  ...remoteSourcesOperations,
  ...settingsOperations,
  ...systemOperations,
  ...updatesOperations,
}
