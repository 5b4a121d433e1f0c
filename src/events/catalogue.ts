import type { Schema } from '../domain/schema.js'
import { accountEvents } from './account.js'
import { agentConfigEvents } from './agent-config.js'
import { alertEvents } from './alert.js'
import { askEvents } from './ask.js'
import { inboxEvents } from './inbox.js'
import { landingEvents } from './landing.js'
import { queueEvents } from './queue.js'
import { raceEvents } from './race.js'
import { trainEvents } from './train.js'
import { reviewEvents } from './review.js'
import { auditEvents } from './audit.js'
import { budgetEvents } from './budget.js'
import type { EventDefinition } from './define.js'
import {
  bundleImported,
  dataCleared,
  historyImported,
  hooksInstalled,
  projectionsRebuilt,
  sessionPurged,
  sessionRevived,
} from './maintenance.js'
import { fileEvents } from './files.js'
import { loginProfileEvents } from './login-profile.js'
import { gitCredentialEvents } from './git-credential.js'
import { laneEvents } from './lane.js'
import { lockEvents } from './lock.js'
import { pricingReset, pricingRuleRemoved, pricingRuleSet } from './pricing.js'
import { sourceRemoved, sourceSet, sourceSynced } from './remote.js'
import { featureEvents } from './feature.js'
import { worktreeEvents } from './worktree.js'
import { pipelineEvents } from './pipeline.js'
import { routerEvents } from './router.js'
import { runEvents } from './run.js'
import { poolEvents } from './pool.js'
import { pushEvents } from './push.js'
import {
  agentCreated,
  agentUpdated,
  cliStatusReported,
  hookReceived,
  sessionAbandoned,
  sessionCreated,
  sessionDismissalSet,
  sessionEndInferred,
  sessionNoteSet,
  sessionPinSet,
  sessionTagsSet,
  sessionUpdated,
} from './session.js'
import { stackEvents } from './stack.js'
import type { StreamKind } from './streams.js'
import { transcriptEvents } from './transcript.js'
import { userEvents } from './user.js'
import { webhookEvents } from './webhook.js'
import { ownershipEvents } from './ownership.js'
import { workflowRunRecorded } from './workflow.js'

/** All event types. The definition of an event that no projection reads says that it is audit only. */
export const catalogue = {
  'hook-received': hookReceived,
  'session-created': sessionCreated,
  'session-updated': sessionUpdated,
  'session-pin-set': sessionPinSet,
  'session-tags-set': sessionTagsSet,
  'session-note-set': sessionNoteSet,
  'session-dismissal-set': sessionDismissalSet,
  'session-abandoned': sessionAbandoned,
  'session-end-inferred': sessionEndInferred,
  'cli-status-reported': cliStatusReported,
  'agent-created': agentCreated,
  'agent-updated': agentUpdated,
  ...transcriptEvents,
  'workflow-run-recorded': workflowRunRecorded,
  'pricing-rule-set': pricingRuleSet,
  'pricing-rule-removed': pricingRuleRemoved,
  'pricing-reset': pricingReset,
  'history-imported': historyImported,
  'hooks-installed': hooksInstalled,
  'projections-rebuilt': projectionsRebuilt,
  'session-purged': sessionPurged,
  'data-cleared': dataCleared,
  'session-revived': sessionRevived,
  'bundle-imported': bundleImported,
  ...alertEvents,
  ...askEvents,
  ...budgetEvents,
  'source-set': sourceSet,
  'source-removed': sourceRemoved,
  'source-synced': sourceSynced,
  ...webhookEvents,
  ...pushEvents,
  ...userEvents,
  ...auditEvents,
  ...laneEvents,
  ...worktreeEvents,
  ...runEvents,
  ...pipelineEvents,
  ...featureEvents,
  ...stackEvents,
  ...gitCredentialEvents,
  ...lockEvents,
  ...fileEvents,
  ...agentConfigEvents,
  ...routerEvents,
  ...loginProfileEvents,
  ...poolEvents,
  ...ownershipEvents,
  ...accountEvents,
  ...inboxEvents,
  ...landingEvents,
  ...trainEvents,
  ...queueEvents,
  ...raceEvents,
  ...reviewEvents,
} as const

type Catalogue = typeof catalogue
export type EventType = keyof Catalogue
export type Payload<T extends EventType> = Schema.Schema.Type<Catalogue[T]['schema']>
/** The kinds of streams that an event may be appended to. */
export type KindOf<T extends EventType> = Catalogue[T] extends EventDefinition<T, infer _A, infer K> ? K : never
/** The events that may be appended to a stream of a kind. */
export type EventOn<K extends StreamKind> = {
  readonly [T in EventType]: [K] extends [KindOf<T>] ? T : never
}[EventType]
export type SessionEvent = EventOn<'session'>
export type AppEvent = { readonly [T in EventType]: { readonly type: T; readonly data: Payload<T> } }[EventType]

export const definitionOf = (type: string): EventDefinition<string, unknown> | undefined =>
  Object.hasOwn(catalogue, type) ? (catalogue[type as EventType] as EventDefinition<string, unknown>) : undefined
