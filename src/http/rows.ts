import type { Visibility } from '../domain/access/visibility.js'
import type { PricingRule } from '../domain/pricing/rule.js'
import { type AgentShape, agentById } from '../projections/queries/agents.js'
import { type AlertRuleShape, type AlertShape, alertById, alertRule } from '../projections/queries/alerts.js'
import { askById, type AskShape } from '../projections/queries/asks.js'
import { budgetById, type StoredBudget } from '../projections/queries/budgets.js'
import type { Scope } from '../projections/queries/filter.js'
import { laneById, type LaneShape } from '../projections/queries/lanes.js'
import { ruleOfPattern } from '../projections/queries/pricing.js'
import { remoteSource, type StoredSource } from '../projections/queries/remote-sources.js'
import { raceById, type RaceShape } from '../projections/queries/races.js'
import { trainById, type TrainShape } from '../projections/queries/trains.js'
import { runById, type RunShape } from '../projections/queries/run-history.js'
import { streamOfSession } from '../projections/queries/sessions.js'
import { type WebhookShape, webhookTarget } from '../projections/queries/webhooks.js'
import type { RowKind } from './contract/row-kinds.js'
import { type WorkflowRunDetails, workflowRunById } from '../projections/queries/workflow-runs.js'
import type { Services } from './services.js'

/** The rows that are looked up before a route is served. */
export interface Rows {
  /** The stream of the session. */
  readonly session: number
  readonly agent: { readonly stream: number; readonly agent: AgentShape }
  readonly alertRule: AlertRuleShape
  readonly alert: AlertShape
  readonly lane: LaneShape
  readonly run: RunShape
  readonly ask: AskShape
  readonly train: TrainShape
  readonly race: RaceShape
  readonly budget: StoredBudget
  readonly source: StoredSource
  readonly webhook: WebhookShape
  readonly pricingRule: PricingRule
  readonly workflowRun: WorkflowRunDetails
}

/** Finds the row of an id, if the caller may see it and it is in the requested scope. */
export type RowFinders = {
  readonly [K in RowKind]: (id: string, visibility: Visibility, scope: Scope) => Rows[K] | undefined
}

const NUMBER = /^\d{1,15}$/

export const rowFinders = ({ db, book }: Pick<Services, 'db' | 'book'>): RowFinders => ({
  session: (id, visibility, scope) => streamOfSession(db, visibility, id, scope),
  agent: (id, visibility) => agentById(db, visibility, book(), id),
  alertRule: (id, visibility) => alertRule(db, visibility, id),
  alert: (id, visibility) => (NUMBER.test(id) ? alertById(db, visibility, Number(id)) : undefined),
  lane: (id, visibility) => (NUMBER.test(id) ? laneById(db, visibility, Number(id)) : undefined),
  run: (id, visibility) => runById(db, visibility, id),
  ask: (id, visibility) => askById(db, visibility, id),
  train: (id, visibility) => trainById(db, visibility, id),
  race: (id, visibility) => raceById(db, visibility, id),
  budget: (id, visibility) => budgetById(db, visibility, id),
  source: (id, visibility) => remoteSource(db, visibility, id),
  webhook: (id, visibility) => webhookTarget(db, visibility, id),
  workflowRun: (id, visibility, scope) => workflowRunById(db, visibility, book(), id, scope),
  pricingRule: (pattern) => ruleOfPattern(db, pattern) ?? ruleOfPattern(db, decodedOnceMore(pattern)),
})

/** Decodes a pattern again, because clients of the Claude Code Agent Monitor encode it twice. */
const decodedOnceMore = (pattern: string): string => {
  try {
    return decodeURIComponent(pattern)
  } catch {
    return pattern
  }
}
