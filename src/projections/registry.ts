import { accountProjection } from './account.js'
import { alertProjection } from './alert.js'
import { askProjection } from './ask.js'
import { auditProjection } from './audit.js'
import { budgetProjection } from './budget.js'
import type { Projection } from './define.js'
import { erasureProjection } from './erasure.js'
import { eventRowProjection } from './event-row/event-row.js'
import { forkProjection } from './fork.js'
import { loginProfileProjection } from './login-profile.js'
import { poolProjection } from './pool.js'
import { routerProjection } from './router.js'
import { gitCredentialProjection } from './git-credential.js'
import { originProjection } from './origin.js'
import { ownershipProjection } from './ownership.js'
import { instructionsProjection } from './instructions.js'
import { landingProjection } from './landing.js'
import { queueProjection } from './queue.js'
import { raceProjection } from './race.js'
import { trainProjection } from './train.js'
import { checkProjection } from './check.js'
import { commentProjection } from './comment.js'
import { seenProjection } from './seen.js'
import { laneProjection } from './lane.js'
import { lockProjection } from './lock.js'
import { momentProjection } from './moment.js'
import { limitProjection } from './limit.js'
import { planProjection } from './plan.js'
import { promptProjection } from './prompt.js'
import { postponedProjection } from './postponed.js'
import { pricingProjection } from './pricing/pricing.js'
import { runProjection } from './run.js'
import { stackProjection } from './stack.js'
import { stageProjection } from './stage.js'
import { pushProjection } from './push.js'
import { remoteSourceProjection } from './remote-source.js'
import { sessionEvidenceProjection } from './session-evidence.js'
import { sessionFlagProjection } from './session-flag.js'
import { sessionLabelProjection } from './session-label.js'
import { sessionProjection } from './session/session.js'
import { toolCallProjection } from './tool-call.js'
import { usageProjection } from './usage/usage.js'
import { userProjection } from './user.js'
import { webhookProjection } from './webhook.js'
import { workflowRunProjection } from './workflow-run.js'

/** Projections whose tables other threads read: search, insights, export. */
export const READ_BY_THREADS: ReadonlySet<string> = new Set(['tool-call', 'session', 'event-row'])

/** The inline projections, in the order in which they are applied: each may read the tables of those before it. */
export const projections: readonly Projection[] = [
  ownershipProjection,
  originProjection,
  toolCallProjection,
  momentProjection,
  forkProjection,
  sessionProjection,
  sessionFlagProjection,
  sessionLabelProjection,
  sessionEvidenceProjection,
  usageProjection,
  eventRowProjection,
  pricingProjection,
  erasureProjection,
  budgetProjection,
  alertProjection,
  remoteSourceProjection,
  webhookProjection,
  pushProjection,
  workflowRunProjection,
  planProjection,
  promptProjection,
  limitProjection,
  runProjection,
  askProjection,
  laneProjection,
  landingProjection,
  trainProjection,
  raceProjection,
  seenProjection,
  commentProjection,
  queueProjection,
  checkProjection,
  stageProjection,
  stackProjection,
  gitCredentialProjection,
  routerProjection,
  loginProfileProjection,
  poolProjection,
  lockProjection,
  accountProjection,
  instructionsProjection,
  postponedProjection,
  userProjection,
  auditProjection,
]
