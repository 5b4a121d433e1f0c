import type { Schema } from '../../domain/schema.js'
import { claudeConfig } from './config/claude.js'
import { pool } from './account/pool.js'
import { loginProfiles } from './config/profiles.js'
import { aiRouters } from './config/routers.js'
import { codexConfig } from './config/codex.js'
import { auth } from './account/auth.js'
import { me } from './account/me.js'
import { userHomes } from './account/homes.js'
import { users } from './account/users.js'
import { agents } from './session/agents.js'
import { alerts } from './alert/alerts.js'
import { budgets } from './alert/budgets.js'
import { calls } from './session/calls.js'
import { edits } from './session/edits.js'
import { turns } from './session/turns.js'
import type { AnySchema, Endpoint } from './endpoint.js'
import { events } from './session/events.js'
import { gptPricing } from './cost/gpt-pricing.js'
import { homes } from './system/homes.js'
import { hooks } from './system/hooks.js'
import { insights } from './insight/insights.js'
import { insightTabs } from './insight/tabs.js'
import type { Query } from './param.js'
import { imports } from './system/import.js'
import { laneCommitMessage } from './lane/commit-message.js'
import { gitCredentials } from './lane/git-credentials.js'
import { laneFiles } from './lane/files.js'
import { laneGit } from './lane/git.js'
import { laneGitFile } from './lane/git-file.js'
import { laneGitWrites } from './lane/git-writes.js'
import { landing } from './lane/landing.js'
import { review } from './lane/review.js'
import { laneActions } from './lane/actions.js'
import { lanes } from './lane/lanes.js'
import { lanePipeline } from './lane/pipeline.js'
import { locks } from './lane/locks.js'
import { laneProof } from './lane/proof.js'
import { laneMessages } from './lane/messages.js'
import { laneQueue } from './lane/queue.js'
import { lanePrompts } from './lane/prompts.js'
import { laneRuns } from './lane/runs.js'
import { laneStack } from './lane/stack.js'
import { allRuns } from './lane/all-runs.js'
import { asks } from './lane/asks.js'
import { races } from './lane/races.js'
import { trains } from './lane/trains.js'
import { decisions } from './lane/decisions.js'
import { maintenance } from './system/maintenance.js'
import { pricing } from './cost/pricing.js'
import { quota } from './cost/quota.js'
import { push } from './alert/push.js'
import { remoteSources } from './system/remote-sources.js'
import { search } from './insight/search.js'
import { bulk } from './session/bulk.js'
import { projects } from './session/projects.js'
import { sessions } from './session/sessions.js'
import { settings } from './system/settings.js'
import { system } from './system/system.js'
import { updates } from './system/updates.js'
import { webhooks } from './alert/webhooks.js'
import { workflowRuns } from './session/workflow-runs.js'

/** Every route of the service. Handlers, guards, the OpenAPI document and the dashboard's client are derived from it. */
export const contract = {
  ...system,
  ...sessions,
  ...bulk,
  ...projects,
  ...agents,
  ...events,
  ...calls,
  ...edits,
  ...turns,
  ...hooks,
  ...insights,
  ...insightTabs,
  ...workflowRuns,
  ...auth,
  ...me,
  ...users,
  ...userHomes,
  // Before the lanes, whose `:id` would match its paths.
  ...lanePipeline,
  ...lanes,
  ...laneFiles,
  ...laneGit,
  ...laneGitFile,
  // Before the writes, whose `:action` would match it.
  ...laneCommitMessage,
  ...laneGitWrites,
  ...landing,
  ...review,
  ...laneActions,
  ...laneRuns,
  ...laneMessages,
  ...laneQueue,
  ...lanePrompts,
  ...asks,
  ...trains,
  ...races,
  ...decisions,
  ...laneStack,
  ...allRuns,
  ...gitCredentials,
  ...locks,
  ...laneProof,
  ...pricing,
  ...gptPricing,
  ...quota,
  ...remoteSources,
  ...settings,
  ...homes,
  ...maintenance,
  ...imports,
  ...alerts,
  ...budgets,
  ...webhooks,
  ...push,
  ...claudeConfig,
  ...codexConfig,
  ...aiRouters,
  ...loginProfiles,
  ...pool,
  ...updates,
  ...search,
} as const

export type Contract = typeof contract
export type Route = keyof Contract

/** A contract: the real one, or one of a test. */
export type AnyContract = Readonly<Record<string, Endpoint>>

/** The JSON body of an endpoint's success response, as sent. */
export type AnswerOf<E extends Endpoint> = {
  [Status in keyof E['answers']]: E['answers'][Status] extends infer A extends AnySchema
    ? Schema.Schema.Encoded<A>
    : never
}[keyof E['answers']]

/** The JSON body of a request to an endpoint, as sent. */
export type BodyOf<E extends Endpoint> = E extends { readonly body: infer B extends AnySchema }
  ? Schema.Schema.Encoded<B>
  : E extends { readonly body: { readonly content: { readonly 'application/json': infer B extends AnySchema } } }
    ? Schema.Schema.Encoded<B>
    : undefined

export type RouteAnswer<K extends Route> = AnswerOf<Contract[K]>
export type RouteBody<K extends Route> = BodyOf<Contract[K]>

/** The query that a client may send: every parameter is optional and sent as text. */
export type RouteQuery<K extends Route> = Contract[K] extends { readonly query: infer Q extends Query }
  ? { readonly [N in keyof Q]?: string | number | boolean | readonly string[] | undefined }
  : Record<never, never>
