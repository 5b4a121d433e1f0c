import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventIndex } from '../../../../src/adapters/sqlite/side/event-index.js'
import { Insights } from '../../../../src/adapters/sqlite/side/insights.js'
import { PeriodInsights } from '../../../../src/adapters/sqlite/side/period-insights.js'
import type { SideFile } from '../../../../src/adapters/sqlite/side/side-file.js'
import { localPrincipal, type Visibility, visibilityWithin } from '../../../../src/domain/access/visibility.js'
import { zoneNamed } from '../../../../src/domain/reports/zone.js'
import { PROVIDERS } from '../../../../src/domain/tools/catalog.js'
import type { StatusReading } from '../../../../src/domain/statusline/reading.js'
import { bookInForce, type PriceBook } from '../../../../src/projections/pricing/price-book.js'
import * as agents from '../../../../src/projections/queries/agents.js'
import * as alerts from '../../../../src/projections/queries/alerts.js'
import { withActivity } from '../../../../src/projections/queries/rule-activity.js'
import { previewRule } from '../../../../src/projections/queries/rule-preview.js'
import * as watched from '../../../../src/projections/queries/watched-sessions.js'
import * as budgets from '../../../../src/projections/queries/budgets.js'
import { dailyCosts } from '../../../../src/projections/queries/reports/daily-costs.js'
import { analyticsOf } from '../../../../src/projections/queries/analytics.js'
import { processOfSession, sessionCwd } from '../../../../src/projections/queries/session-process.js'
import { findSessions, findTitles } from '../../../../src/projections/queries/conversation-groups.js'
import { findLines, sessionsOf } from '../../../../src/projections/queries/conversation-search.js'
import * as calls from '../../../../src/projections/queries/calls.js'
import { conversingAgents } from '../../../../src/projections/queries/conversations.js'
import { editingAgents } from '../../../../src/projections/queries/editing-agents.js'
import * as results from '../../../../src/projections/queries/cost-result.js'
import * as costs from '../../../../src/projections/queries/costs.js'
import { drillInto } from '../../../../src/projections/queries/drill-in.js'
import * as search from '../../../../src/projections/queries/event-search.js'
import * as events from '../../../../src/projections/queries/events.js'
import { exportBundle } from '../../../../src/projections/queries/export.js'
import { figuresOf } from '../../../../src/projections/queries/figures.js'
import { activityTab } from '../../../../src/projections/queries/insights/activity-tab.js'
import { agentsTab } from '../../../../src/projections/queries/insights/agents-tab.js'
import { analyticsBetween } from '../../../../src/projections/queries/insights/analytics-period.js'
import { costTab } from '../../../../src/projections/queries/insights/cost-tab.js'
import { errorsTab } from '../../../../src/projections/queries/insights/errors-tab.js'
import { namedSessions } from '../../../../src/projections/queries/insights/named-sessions.js'
import { insightRowsOf } from '../../../../src/projections/queries/insights/rows.js'
import { toolsTab } from '../../../../src/projections/queries/insights/tools-tab.js'
import { workflowsBetween } from '../../../../src/projections/queries/insights/workflows-period.js'
import * as insights from '../../../../src/projections/queries/insights/workflows.js'
import * as laneCounts from '../../../../src/projections/queries/lane-counts.js'
import * as laneHistory from '../../../../src/projections/queries/lane-history.js'
import {
  directoriesOfLane,
  editedSessionsOfLane,
  laneFinder,
  sessionsOfLane,
} from '../../../../src/projections/queries/lane-sessions.js'
import * as lanes from '../../../../src/projections/queries/lanes.js'
import * as landings from '../../../../src/projections/queries/landings.js'
import * as comments from '../../../../src/projections/queries/comments.js'
import * as seen from '../../../../src/projections/queries/seen.js'
import * as inbox from '../../../../src/projections/queries/inbox.js'
import * as queues from '../../../../src/projections/queries/queue.js'
import * as laneCommands from '../../../../src/projections/queries/lane-commands.js'
import * as races from '../../../../src/projections/queries/races.js'
import * as trains from '../../../../src/projections/queries/trains.js'
import * as asks from '../../../../src/projections/queries/asks.js'
import * as plans from '../../../../src/projections/queries/plans.js'
import * as locks from '../../../../src/projections/queries/locks.js'
import * as accounts from '../../../../src/projections/queries/accounts.js'
import * as logins from '../../../../src/projections/queries/git-credentials.js'
import * as pool from '../../../../src/projections/queries/pool.js'
import * as push from '../../../../src/projections/queries/push.js'
import * as features from '../../../../src/projections/queries/features.js'
import * as stages from '../../../../src/projections/queries/stage-statistics.js'
import * as runHistory from '../../../../src/projections/queries/run-history.js'
import { reportedCost } from '../../../../src/projections/queries/reported-cost.js'
import * as laneRuns from '../../../../src/projections/queries/runs.js'
import * as laneStacks from '../../../../src/projections/queries/stacks.js'
import { planLimits, reportedLimits, seenReadings } from '../../../../src/projections/queries/limits.js'
import { quotaOf } from '../../../../src/projections/queries/quota.js'
import * as sources from '../../../../src/projections/queries/remote-sources.js'
import * as blocks from '../../../../src/projections/queries/reports/blocks.js'
import * as days from '../../../../src/projections/queries/reports/days.js'
import * as bySession from '../../../../src/projections/queries/reports/sessions.js'
import { usageReport } from '../../../../src/projections/queries/reports/usage.js'
import * as projects from '../../../../src/projections/queries/projects.js'
import * as projectDirectories from '../../../../src/projections/queries/project-directories.js'
import { SESSION_ORDERS } from '../../../../src/domain/session/list-order.js'
import { erasableSessions } from '../../../../src/projections/queries/erasable.js'
import { groupsOfSessions } from '../../../../src/projections/queries/session-groups.js'
import { placesOfSessions, type SessionCosts } from '../../../../src/projections/queries/session-places.js'
import { directoriesOfSessions } from '../../../../src/projections/queries/session-directories.js'
import { sessionFacets } from '../../../../src/projections/queries/session-facets.js'
import { countSessions } from '../../../../src/projections/queries/session-filter.js'
import { hookFind, hookLine, hookPage } from '../../../../src/projections/queries/hook-conversation.js'
import { ownersOfSessions } from '../../../../src/projections/queries/session-owners.js'
import * as sessions from '../../../../src/projections/queries/sessions.js'
import * as settings from '../../../../src/projections/queries/settings.js'
import * as stats from '../../../../src/projections/queries/stats.js'
import { evidenceOf } from '../../../../src/projections/queries/evidence.js'
import { turnsOf } from '../../../../src/projections/queries/turns.js'
import { stripOf } from '../../../../src/projections/queries/strip.js'
import * as tools from '../../../../src/projections/queries/tools.js'
import * as webhooks from '../../../../src/projections/queries/webhooks.js'
import * as runs from '../../../../src/projections/queries/workflow-runs.js'
import type { Reader } from '../../../../src/projections/sql.js'
import { exportedQueries } from '../../../support/access/exported-queries.js'
import { plainSums } from '../../../support/access/plain-sums.js'
import { LANE_IDS, NOON, openOwners } from '../../../support/access/two-owners.js'

const USERS = ['ada', 'ben'] as const
const DAY = 86_400_000
const NOW = NOON + DAY + DAY / 24
const SPAN = { from: NOON, to: NOON + 2 * DAY }
const ANY = { sources: [], providers: [] }
const MATCH = {
  ...ANY,
  status: undefined,
  awaiting: false,
  parent: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
  cwd: [],
  model: [],
  tag: [],
  state: [],
  pinned: undefined,
  within: undefined,
}
const PAGE = { limit: 50, offset: 0 }
const WORD = { phrases: [['word']], begun: false, without: [], tools: [], files: [] }
const CONVERSATIONS = {
  ...ANY,
  q: 'word',
  session_id: [],
  project: [],
  not_project: [],
  speaker: [],
  tool: [],
  file: [],
  since: undefined,
  until: undefined,
}
const SESSIONS = { ...MATCH, ...PAGE, sort_by: undefined, sort_desc: undefined, cursor: undefined } as const
const EVENTS = {
  ...ANY,
  ...PAGE,
  event_type: [],
  tool_name: [],
  agent_id: [],
  session_id: [],
  from: undefined,
  to: undefined,
}
const CALLS = {
  ...ANY,
  limit: 50,
  before: null,
  failed: false,
  tool_name: [],
  session_id: [],
  agent_id: [],
  cwd: [],
  from: undefined,
  to: undefined,
}
const REPORT = { ...ANY, zone: zoneNamed('UTC') ?? 'UTC', since: null, until: null } as days.ReportQuery
const USED = { ...ANY, zone: REPORT.zone, from: NOON + 1, to: NOW, cwds: [], models: [] }
const TAB = { ...ANY, from: undefined, to: undefined, timezone: 'UTC', cwd: [], model: [] }
const INSIGHT = { ...ANY, status: undefined }
const COUNTS = { tools: [], agentTypes: [], subagents: 0, started: [] }

/** A database and the keys of both users' rows. Not every database contains these rows. */
interface Place {
  readonly db: Reader
  readonly book: PriceBook
  readonly streams: readonly number[]
  readonly places: readonly { readonly id: number; readonly at: number }[]
  readonly alerts: readonly number[]
}

type Query = (place: Place, visibility: Visibility) => unknown

const context = ({ db, book }: Place): sessions.SessionContext => ({ db, book, isAlive: () => null })
const sumsFor = ({ db, streams }: Place, v: Visibility) => plainSums(db, v, streams)
const ofUsers = (read: (user: string) => unknown): unknown => USERS.map(read)
const ofStreams = ({ streams }: Place, read: (stream: number) => unknown): unknown => streams.map(read)
/** Costs that do not depend on usage: only the sessions are compared. */
const costOf = (streams: readonly number[]): SessionCosts => ({ of: (stream) => BigInt(stream), ascending: streams })
const readings: readonly StatusReading[] = USERS.map((session) => ({
  session,
  at: NOW,
  model: null,
  context: { usedPercent: 1, size: 1, over200k: false },
  fiveHour: { usedPercent: session.length, resetsAt: NOW + 1 },
  sevenDay: null,
}))
/** A reading of a session that was not heard of is nobody's, so only those of known ones. */
const readingsIn = (db: Reader): readonly StatusReading[] => {
  const known = new Set(db.all<{ id: string }>('select id from p_session').map(({ id }) => id))
  return readings.filter(({ session }) => known.has(session))
}

const startOfCall = (db: Reader, id: string): number =>
  db.get<{ at: number }>('select started_at as at from p_call where id = ?', id)?.at ?? 0

const CASES: Readonly<Record<string, Query>> = {
  'agents.listAgents': ({ db, book }, v) =>
    agents.listAgents(db, v, book, { ...ANY, ...PAGE, status: undefined, session_id: undefined, session_ids: [] }),
  'agents.countAgents': ({ db }, v) => agents.countAgents(db, v),
  'agents.agentsOfSession': (p, v) => ofStreams(p, (stream) => agents.agentsOfSession(p.db, v, p.book, stream)),
  'agents.agentById': ({ db, book }, v) =>
    ofUsers((user) => [`${user}-main`, `agent-${user}`].map((id) => agents.agentById(db, v, book, id))),
  'agents.agentByKey': (p, v) =>
    ofUsers((user) => ofStreams(p, (stream) => agents.agentByKey(p.db, v, p.book, stream, `agent-${user}`))),

  'budgets.budgets': ({ db }, v) => budgets.budgets(db, v),
  'budgets.budgetById': ({ db }, v) => ofUsers((user) => budgets.budgetById(db, v, `budget-${user}`)),
  'budgets.countBudgets': ({ db }, v) => budgets.countBudgets(db, v),
  'reports/daily-costs.dailyCosts': ({ db, book }, v) =>
    [null, '/home/ada', '/home/ben'].map((cwd) =>
      dailyCosts(db, v, book, { timezone: 'Europe/Rome', since: 20_000, until: 21_000, cwd }),
    ),

  'alerts.alertRules': ({ db }, v) => alerts.alertRules(db, v),
  'alerts.alertRule': ({ db }, v) => ofUsers((user) => alerts.alertRule(db, v, `rule-${user}`)),
  'rule-activity.withActivity': ({ db }, v) => alerts.alertRules(db, v).map((rule) => withActivity(db, v, rule, NOON)),
  'rule-preview.previewRule': ({ db, book }, v) =>
    (
      [
        { type: 'event_pattern', config: { tool_name: 'Bash', count: 1 } },
        { type: 'event_pattern', config: { tool_name: 'mcp_*', summary_contains: 'm', count: 1 } },
        { type: 'cost', config: { usd: 0.0001 } },
        { type: 'token_threshold', config: { total_tokens: 1 } },
      ] as const
    ).map((condition) => previewRule(db, v, book, condition, NOON)),
  'alerts.ownerOfRule': ({ db }, v) => ofUsers((user) => alerts.ownerOfRule(db, v, `rule-${user}`)),
  'alerts.watchingRules': ({ db }, v) => alerts.watchingRules(db, v),
  'alerts.listAlerts': ({ db }, v) => alerts.listAlerts(db, v, { ...ANY, ...PAGE, unacked: undefined }),
  'alerts.alertById': ({ db, alerts: ids }, v) => ids.map((id) => alerts.alertById(db, v, id)),
  'alerts.openAlerts': ({ db }, v) => alerts.openAlerts(db, v),
  'alerts.openBefore': (p, v) =>
    ofUsers((user) =>
      ofStreams(p, (stream) =>
        alerts.openBefore(p.db, v, { position: 1e9, stream, data: { rule: `rule-${user}`, agent: null } }),
      ),
    ),
  'alerts.hasFiredFor': ({ db }, v) => ofUsers((user) => alerts.hasFiredFor(db, v, `rule-${user}`, {}, 0)),
  'alerts.lastFiredAt': (p, v) =>
    ofUsers((user) => ofStreams(p, (stream) => alerts.lastFiredAt(p.db, v, `rule-${user}`, stream, null))),
  'alerts.countMatching': (p, v) =>
    ofStreams(p, (stream) => alerts.countMatching(p.db, v, stream, { count: 1, window_minutes: 2880 }, NOW)),
  'alerts.tokensOfSession': (p, v) => ofStreams(p, (stream) => alerts.tokensOfSession(p.db, v, stream)),
  'watched-sessions.activeSessionsIn': ({ db }, v) => watched.activeSessionsIn(db, v, '/home'),
  'watched-sessions.waitingSessions': ({ db }, v) => watched.waitingSessions(db, v, NOW),
  'watched-sessions.openSession': ({ db }, v) => ofUsers((user) => watched.openSession(db, v, user)),
  'watched-sessions.isInProjects': (p, v) =>
    ofStreams(p, (stream) => watched.isInProjects(p.db, v, stream, ['/home/ada', '/home/ben'])),
  'watched-sessions.situationsOf': (p, v) => watched.situationsOf(p.db, v, p.streams),
  'watched-sessions.quietSessions': ({ db }, v) => watched.quietSessions(db, v, NOW),
  'watched-sessions.stuckAgents': ({ db }, v) =>
    ['working', 'waiting', 'completed'].map((status) => watched.stuckAgents(db, v, status, NOW)),

  'analytics.analyticsOf': ({ db, book }, v) => analyticsOf(db, v, book, ANY, COUNTS, { now: NOW, offset: 0 }),
  'calls.listCalls': ({ db }, v) =>
    [CALLS, { ...CALLS, cwd: ['/home/ada', '/home/ben'] }].map((query) => calls.listCalls(db, v, query)),
  'calls.callsAt': ({ db, places }, v) => calls.callsAt(db, v, places),
  'calls.openCalls': ({ db }, v) =>
    [CALLS, { ...CALLS, session_id: [...USERS] }].map((query) => calls.openCalls(db, v, query)),
  'conversation-groups.findSessions': ({ db }, v) =>
    [9, 1].map((most) => findSessions(db, v, WORD, CONVERSATIONS, most)),
  'conversation-groups.findTitles': ({ db }, v) =>
    findTitles(db, v, { ...WORD, phrases: [['prompt', 'of']] }, CONVERSATIONS),
  'conversation-search.sessionsOf': ({ db }, v) => {
    const { where, params } = sessionsOf(db, v, { ...CONVERSATIONS, project: [...USERS] })
    return db.all(`select s.id from p_session s ${where} order by s.id`, ...params)
  },
  'conversation-search.findLines': ({ db }, v) => findLines(db, v, WORD, { ...CONVERSATIONS, limit: 9, before: 1e15 }),
  'conversations.conversingAgents': (p, v) => ofStreams(p, (stream) => conversingAgents(p.db, v, stream)),

  'editing-agents.editingAgents': (p, v) => ofStreams(p, (stream) => editingAgents(p.db, v, stream)),

  'cost-result.costOfAll': ({ book }, v) => [0, 90].map((offset) => results.costOfAll(v, book, ANY, offset)),
  'cost-result.costOfSession': (p, v) =>
    ofStreams(p, (stream) => [0, 90].map((offset) => results.costOfSession(p.db, v, p.book, offset, stream))),
  'costs.usageOfSessions': ({ db, book, streams }, v) => costs.usageOfSessions(db, v, book, streams),
  'costs.usageOfAccounts': ({ db, book }, v) => [...costs.usageOfAccounts(db, v, book, 'cli_a', 0)],
  'costs.usageOfOwners': ({ db, book }, v) => costs.usageOfOwners(db, v, book, SPAN),
  'costs.usageOfSessionsIn': ({ db, book }, v) => costs.usageOfSessionsIn(db, v, book, SPAN),
  'costs.pricedSessions': ({ db, book, streams }, v) => costs.pricedSessions(db, v, book, streams),
  'costs.usageOfTurns': (p, v) => ofStreams(p, (stream) => costs.usageOfTurns(p.db, v, p.book, stream, [0])),
  'costs.usageOfAgents': (p, v) => ofStreams(p, (stream) => costs.usageOfAgents(p.db, v, p.book, stream)),
  'costs.usageOfAll': ({ db, book }, v) => [null, SPAN].map((span) => costs.usageOfAll(db, v, book, ANY, span)),

  'drill-in.drillInto': (p, v) => ofStreams(p, (stream) => drillInto(p.db, v, stream, 'session', [])),

  'event-search.findEvents': ({ db }, v) =>
    [0, 1e9].map((position) =>
      search.findEvents(db, { position, expression: () => '"Bas"' }, v, { ...EVENTS, q: 'Bas' }, { cap: 100 }),
    ),
  'event-search.countEventsAfter': ({ db }, v) => search.countEventsAfter(db, v, 0),
  'event-search.pageOf': ({ db, places }, v) =>
    // The caller passes the total.
    search.pageOf(db, v, { newest: places, total: 0, isCapped: false }, EVENTS),
  'events.listEvents': ({ db }, v) => [
    events.listEvents(db, v, EVENTS),
    events.listEvents(db, v, { ...EVENTS, event_type: ['PreToolUse', 'SessionStart'] }),
    events.listEvents(db, v, { ...EVENTS, from: NOON + 1, to: NOW }),
    events.listEvents(db, v, { ...EVENTS, session_id: [...USERS] }),
    events.listEvents(db, v, { ...EVENTS, agent_id: USERS.map((user) => `${user}-main`) }),
    events.listEvents(db, v, { ...EVENTS, providers: ['claude'] }),
  ],
  'events.countEvents': ({ db }, v) => events.countEvents(db, v, ANY),
  'events.countEventsIn': ({ db }, v) => events.countEventsIn(db, v, ANY, SPAN),
  'events.countsByType': ({ db }, v) => events.countsByType(db, v, ANY),
  'events.countsByDay': ({ db }, v) => events.countsByDay(db, v, ANY, 0, 0),
  'events.eventsOfSession': (p, v) => ofStreams(p, (stream) => events.eventsOfSession(p.db, v, stream, 50)),
  'events.firstEventsOfSession': (p, v) => ofStreams(p, (stream) => events.firstEventsOfSession(p.db, v, stream, 50)),
  'events.eventsById': ({ db, places }, v) =>
    events.eventsById(
      db,
      v,
      places.map(({ id }) => id),
    ),
  'events.eventsAt': ({ db, places }, v) => events.eventsAt(db, v, places),
  'events.eventFacets': ({ db }, v) => events.eventFacets(db, v, ANY),

  'export.exportBundle': (p, v) => [...exportBundle(context(p), v, NOW)].join(''),
  'erasable.erasableSessions': ({ db }, v) => erasableSessions(db, v, USERS),
  'figures.figuresOf': ({ db }, v) => figuresOf(db, v),
  'insights/activity-tab.activityTab': (p, v) => activityTab(p.db, v, sumsFor(p, v), TAB, NOW),
  'insights/agents-tab.agentsTab': (p, v) => agentsTab(p.db, v, p.book, sumsFor(p, v), TAB, NOW),
  'insights/analytics-period.analyticsBetween': (p, v) =>
    analyticsBetween(p.db, v, p.book, sumsFor(p, v), ANY, { from: 0, to: NOW }, 0),
  'insights/cost-tab.costTab': (p, v) => costTab(p.db, v, p.book, sumsFor(p, v), TAB, NOW),
  'insights/errors-tab.errorsTab': (p, v) => errorsTab(p.db, v, sumsFor(p, v), TAB, NOW),
  'insights/named-sessions.namedSessions': (p, v) => [...namedSessions(p.db, v, p.streams)],
  'insights/tools-tab.toolsTab': (p, v) => toolsTab(p.db, v, sumsFor(p, v), TAB, NOW),
  'insights/workflows-period.workflowsBetween': (p, v) =>
    workflowsBetween(p.db, v, sumsFor(p, v), INSIGHT, { from: 0, to: NOW }, NOW),
  'insights/rows.insightRowsOf': (p, v) => ofStreams(p, (stream) => insightRowsOf(p.db, v, stream)),
  'insights/workflows.tokensByModel': ({ db }, v) => [
    insights.tokensByModel(db, v, INSIGHT),
    insights.tokensByModel(db, v, { ...ANY, status: 'active' }),
  ],
  'insights/workflows.complexityOf': ({ db }, v) => insights.complexityOf(db, v, INSIGHT),
  'insights/workflows.compactedSessions': ({ db }, v) => insights.compactedSessions(db, v, INSIGHT),
  'lane-counts.lanesByStatus': ({ db }, v) => laneCounts.lanesByStatus(db, v),
  'lane-counts.runsByTool': ({ db }, v) => laneCounts.runsByTool(db, v),
  'lane-counts.sessionsByLane': ({ db }, v) => laneCounts.sessionsByLane(db, v),
  'lane-history.finishedOfLane': ({ db }, v) =>
    ofUsers((user) => [...laneHistory.finishedOfLane(db, v, LANE_IDS[user] ?? 0)]),
  'lane-history.activeInLane': ({ db }, v) => ofUsers((user) => laneHistory.activeInLane(db, v, LANE_IDS[user] ?? 0)),
  'lane-sessions.laneFinder': ({ db }, v) =>
    ofUsers((user) => laneFinder(db, v)({ cwd: `/home/${user}/shop`, source: 'local' })),
  'lane-sessions.directoriesOfLane': ({ db }, v) => ofUsers((user) => directoriesOfLane(db, v, LANE_IDS[user] ?? 0)),
  'lane-sessions.editedSessionsOfLane': ({ db }, v) =>
    ofUsers((user) => editedSessionsOfLane(db, v, LANE_IDS[user] ?? 0)),
  'lane-sessions.sessionsOfLane': ({ db }, v) => ofUsers((user) => sessionsOfLane(db, v, LANE_IDS[user] ?? 0)),
  'session-owners.ownersOfSessions': ({ db, streams }, v) =>
    ownersOfSessions(db, v, [...streams.map((stream) => ({ stream })), ...USERS.map((id) => ({ id }))]),
  'project-directories.projectFinder': ({ db }, v) =>
    ofUsers((user) => projectDirectories.projectFinder(db, v)(`/srv/${user}-lanes/cards`)),
  'project-directories.directoriesOf': ({ db }, v) =>
    ofUsers((user) => projectDirectories.directoriesOf(db, v, [`/srv/${user}`])),
  'project-directories.worktreesNamed': ({ db }, v) => projectDirectories.worktreesNamed(db, v, [...USERS]),
  'session-directories.directoriesOfSessions': ({ db }, v) => [
    directoriesOfSessions(db, v, null),
    directoriesOfSessions(
      db,
      v,
      Array.from({ length: 50 }, (_, stream) => stream),
    ),
  ],
  'lanes.lanes': ({ db }, v) => lanes.lanes(db, v),
  'lanes.pageOfLanes': ({ db }, v) => lanes.pageOfLanes(db, v, 1, undefined),
  'lanes.workspaces': ({ db }, v) => lanes.workspaces(db, v),
  'lanes.lanesOf': ({ db }, v) => ofUsers((user) => lanes.lanesOf(db, v, `user:${user}`)),
  'lanes.lanesOfRouter': ({ db }, v) => ofUsers((user) => lanes.lanesOfRouter(db, v, `proxy-${user}`)),
  'lanes.lanesWithRouter': ({ db }, v) => lanes.lanesWithRouter(db, v),
  'lanes.laneNames': ({ db }, v) => lanes.laneNames(db, v),
  'lanes.laneById': ({ db }, v) => ofUsers((user) => lanes.laneById(db, v, LANE_IDS[user] ?? 0)),
  'lanes.detectionPlaces': ({ db }, v) => lanes.detectionPlaces(db, v),
  'lanes.stageOfLane': ({ db }, v) => ofUsers((user) => lanes.stageOfLane(db, v, LANE_IDS[user] ?? 0)),
  'lanes.laneOwning': ({ db }, v) => ofUsers((user) => lanes.laneOwning(db, v, `/home/${user}/shop`)),
  'lanes.wasLane': ({ db }, v) => ofUsers((user) => lanes.wasLane(db, v, LANE_IDS[user] ?? 0)),
  'features.featuresOfLane': ({ db }, v) => ofUsers((user) => features.featuresOfLane(db, v, LANE_IDS[user] ?? 0)),
  'features.knownFeatures': ({ db }, v) =>
    ofUsers((user) => {
      const known = features.knownFeatures(db, v, LANE_IDS[user] ?? 0)
      return known && { ...known, nextId: 0 }
    }),
  'stage-statistics.pipelineCounts': ({ db }, v) => [
    stages.pipelineCounts(db, v),
    ofUsers((user) => stages.pipelineCounts(db, v, LANE_IDS[user] ?? 0)),
  ],
  'stage-statistics.stageEvents': ({ db }, v) =>
    ofUsers((user) => stages.stageEvents(db, v, LANE_IDS[user] ?? 0, { limit: 10 })),
  'stacks.stacks': ({ db }, v) => laneStacks.stacks(db, v),
  'stacks.stackOfLane': ({ db }, v) => ofUsers((user) => laneStacks.stackOfLane(db, v, LANE_IDS[user] ?? 0)),
  'stacks.hooksOfLane': ({ db }, v) => ofUsers((user) => laneStacks.hooksOfLane(db, v, LANE_IDS[user] ?? 0)),
  'stacks.runningHooks': ({ db }, v) => laneStacks.runningHooks(db, v),
  'queue.queueOfLane': ({ db }, v) => ofUsers((user) => queues.queueOfLane(db, v, LANE_IDS[user] ?? 0)),
  'queue.lanesWithQueue': ({ db }, v) => queues.lanesWithQueue(db, v),
  'queue.agentSituations': ({ db }, v) => ofUsers((user) => queues.agentSituations(db, v, LANE_IDS[user] ?? 0)),
  'lane-commands.commandAt': ({ db }, v) =>
    ofUsers((user) => laneCommands.commandAt(db, v, LANE_IDS[user] ?? 0, startOfCall(db, `toolu_${user}_1`))),
  'races.newestRaces': ({ db }, v) => races.newestRaces(db, v),
  'races.raceById': ({ db }, v) => ofUsers((user) => races.raceById(db, v, `race_${user}`)),
  'races.knownRace': ({ db }, v) => ofUsers((user) => races.knownRace(db, v, `race_${user}`)),
  'races.limitedRaces': ({ db }, v) => races.limitedRaces(db, v),
  'races.costOfLanes': ({ db, book }, v) => ofUsers((user) => races.costOfLanes(db, v, book, [LANE_IDS[user] ?? 0])),
  'races.promptOfRace': ({ db }, v) => ofUsers((user) => races.promptOfRace(db, v, [LANE_IDS[user] ?? 0])),
  'races.racersOf': ({ db, book }, v) =>
    ofUsers((user) => races.racersOf(db, v, book, { lanes: [LANE_IDS[user] ?? 0], now: 0 })),
  'trains.newestTrains': ({ db }, v) => trains.newestTrains(db, v),
  'trains.trainById': ({ db }, v) => ofUsers((user) => trains.trainById(db, v, `train_${user}`)),
  'trains.runningTrains': ({ db }, v) => trains.runningTrains(db, v),
  'trains.trainRunningFor': ({ db }, v) =>
    ofUsers((user) => trains.trainRunningFor(db, v, { repository: `/${user}/.git`, base: 'main' })),
  'trains.knownTrain': ({ db }, v) => ofUsers((user) => trains.knownTrain(db, v, `train_${user}`)),
  'asks.openAsks': ({ db }, v) => asks.openAsks(db, v),
  'asks.newestAsks': ({ db }, v) => asks.newestAsks(db, v, 100),
  'asks.askById': ({ db }, v) => ofUsers((user) => asks.askById(db, v, `ask_${user}`)),
  'asks.nonceOfAsk': ({ db }, v) => ofUsers((user) => asks.nonceOfAsk(db, v, `ask_${user}_before`)),
  'asks.overAsks': ({ db }, v) => ofUsers((user) => asks.overAsks(db, v, [`ask_${user}`, `ask_${user}_before`])),
  'asks.agentsAsking': ({ db }, v) => asks.agentsAsking(db, v, 0),
  'inbox.stoppedSessions': ({ db }, v) => inbox.stoppedSessions(db, v, { now: NOW, started: NOON }),
  'inbox.restingLanes': ({ db }, v) => inbox.restingLanes(db, v),
  'inbox.postponedBy': ({ db }, v) => ofUsers((user) => [...inbox.postponedBy(db, v, `user:${user}`, NOW)]),
  'inbox.busyAgents': ({ db }, v) => ofUsers((user) => inbox.busyAgents(db, v, LANE_IDS[user] ?? 0)),
  'landings.acceptanceOf': ({ db }, v) => ofUsers((user) => landings.acceptanceOf(db, v, LANE_IDS[user] ?? 0)),
  'landings.landingOf': ({ db }, v) => ofUsers((user) => landings.landingOf(db, v, LANE_IDS[user] ?? 0)),
  'seen.seenBlocks': ({ db }, v) => ofUsers((user) => [...seen.seenBlocks(db, v, LANE_IDS[user] ?? 0, `user:${user}`)]),
  'comments.commentsOf': ({ db }, v) => ofUsers((user) => comments.commentsOf(db, v, LANE_IDS[user] ?? 0)),
  'inbox.waitingTime': ({ db }, v) => inbox.waitingTime(db, v, NOON, NOW),
  'inbox.newestAlertOf': ({ db }, v) => ofUsers((user) => inbox.newestAlertOf(db, v, `budget-${user}`)),
  'run-history.newestRunIn': ({ db }, v) =>
    ofUsers((user) => runHistory.newestRunIn(db, v, LANE_IDS[user] ?? 0, undefined)),
  'runs.liveRuns': ({ db }, v) => laneRuns.liveRuns(db, v),
  'runs.lastRunOf': ({ db }, v) => ofUsers((user) => laneRuns.lastRunOf(db, v, user)),
  'runs.agentsSince': ({ db }, v) => ofUsers((user) => laneRuns.agentsSince(db, v, LANE_IDS[user] ?? 0)),
  'runs.liveRun': ({ db }, v) => ofUsers((user) => laneRuns.liveRun(db, v, `run_${user}`)),
  'runs.sessionsOfLiveRuns': ({ db }, v) => laneRuns.sessionsOfLiveRuns(db, v),
  'runs.runHolding': ({ db }, v) => ofUsers((user) => laneRuns.runHolding(db, v, `resumed-${user}`)),
  'runs.panesByLane': ({ db }, v) => [...laneRuns.panesByLane(db, v, Object.values(LANE_IDS))],
  'runs.panesOfLane': ({ db }, v) => ofUsers((user) => laneRuns.panesOfLane(db, v, LANE_IDS[user] ?? 0)),
  'runs.runIdsOf': ({ db }, v) => ofUsers((user) => laneRuns.runIdsOf(db, v, LANE_IDS[user] ?? 0)),
  'runs.resumable': ({ db }, v) => ofUsers((user) => laneRuns.resumable(db, v, user)),
  'pool.limitsOfAccounts': ({ db }, v) => [...pool.limitsOfAccounts(db, v, 'cli_a')],

  'run-history.runById': ({ db }, v) => ofUsers((user) => runHistory.runById(db, v, `run_${user}`)),
  'run-history.runsAlive': ({ db }, v) => runHistory.runsAlive(db, v),
  'run-history.pastRuns': ({ db }, v) => runHistory.pastRuns(db, v, { limit: 50, before: undefined }),
  'run-history.vanishedRuns': ({ db }, v) => runHistory.vanishedRuns(db, v),
  'run-history.recentDirectories': ({ db }, v) => runHistory.recentDirectories(db, v, 50),
  'run-history.recentModels': ({ db }, v) => runHistory.recentModels(db, v, 'claude'),
  'plans.todosOfSessions': ({ db, streams }, v) => plans.todosOfSessions(db, v, streams),
  'accounts.prefsOf': ({ db }, v) => ofUsers((user) => accounts.prefsOf(db, v, `user:${user}`)),
  'accounts.onboardedAt': ({ db }, v) => ofUsers((user) => accounts.onboardedAt(db, v, `user:${user}`)),
  'accounts.accountPrefs': ({ db }, v) => ofUsers((user) => accounts.accountPrefs(db, v, `user:${user}`)),
  'accounts.accountInstructions': ({ db }, v) => ofUsers((user) => accounts.accountInstructions(db, v, `user:${user}`)),
  'accounts.laneInstructions': ({ db }, v) => ofUsers((user) => accounts.laneInstructions(db, v, LANE_IDS[user] ?? 0)),
  'git-credentials.gitCredentials': ({ db }, v) => logins.gitCredentials(db, v),
  'git-credentials.gitCredential': ({ db }, v) =>
    ofUsers((user) => logins.gitCredential(db, v, `user:${user}`, { protocol: 'https', host: 'git.example' })),
  'locks.heldLocks': ({ db }, v) => locks.heldLocks(db, v),
  'locks.heldLock': ({ db }, v) => ofUsers((user) => locks.heldLock(db, v, `user:${user}`, 'db')),
  'plans.todosOfSessionIds': ({ db }, v) => plans.todosOfSessionIds(db, v, USERS),
  'projects.listProjects': ({ db, streams }, v) =>
    projects.listProjects(db, v, costOf(streams), { ...ANY, ...PAGE, q: undefined }),
  'projects.projectByName': ({ db, streams }, v) =>
    ofUsers((name) =>
      projects.projectByName(db, v, costOf(streams), { ...ANY, name, cwd: undefined, from: undefined, to: undefined }),
    ),
  'push.pushSubscriptions': ({ db }, v) => push.pushSubscriptions(db, v),
  'push.isSubscribed': ({ db }, v) => ofUsers((user) => push.isSubscribed(db, v, `push-${user}`)),
  'limits.reportedLimits': ({ db }, v) => reportedLimits(db, v, NOW),
  'limits.planLimits': ({ db }, v) => planLimits(db, v, readingsIn(db), NOW),
  'limits.seenReadings': ({ db }, v) => seenReadings(db, v, readingsIn(db)),
  'quota.quotaOf': ({ db, book }, v) => quotaOf(db, v, book, readingsIn(db), NOW),

  'remote-sources.remoteSources': ({ db }, v) => sources.remoteSources(db, v),
  'remote-sources.ownerOfSource': ({ db }, v) => ofUsers((user) => sources.ownerOfSource(db, v, `source-${user}`)),
  'remote-sources.remoteSource': ({ db }, v) => ofUsers((user) => sources.remoteSource(db, v, `source-${user}`)),
  'remote-sources.sessionsOfSource': ({ db }, v) => sources.sessionsOfSource(db, v, 'local'),
  'remote-sources.sourceOfSession': ({ db }, v) => ofUsers((user) => sources.sourceOfSession(db, v, user)),
  'remote-sources.isKnownSource': ({ db }, v) => ofUsers((user) => sources.isKnownSource(db, v, `source-${user}`)),
  'reported-cost.reportedCost': (p, v) => ofStreams(p, (stream) => reportedCost(p.db, v, stream, 0)),
  'remote-sources.sourcesByEnabled': ({ db }, v) => sources.sourcesByEnabled(db, v),

  'reports/blocks.usageByBlock': ({ db, book }, v) =>
    blocks.usageByBlock(db, v, book, REPORT).map(({ block, tally }) => [block, tally.shape]),
  'reports/blocks.usedBetween': ({ db }, v) => blocks.usedBetween(db, v, ANY, NOON),
  'reports/days.usageByDay': ({ db, book }, v) =>
    [...days.usageByDay(db, v, book, REPORT)].map(([day, tally]) => [day, tally.shape]),
  'reports/days.usedStretches': ({ db }, v) => days.usedStretches(db, v, REPORT),
  'reports/days.stretchesIn': ({ db }, v) => days.stretchesIn(db, v, USED),
  'reports/sessions.usageBySession': ({ db, book }, v) =>
    bySession.usageBySession(db, v, book, REPORT).map(({ tally, ...session }) => [session, tally.shape]),
  'reports/sessions.usedBetween': ({ db }, v) => bySession.usedBetween(db, v, USED),
  'reports/sessions.sessionDays': ({ db }, v) => bySession.sessionDays(db, v, REPORT),
  'reports/usage.usageReport': ({ db, book }, v) =>
    usageReport(db, v, book, { ...ANY, timezone: 'UTC', since: null, until: null }, NOW),

  'session-facets.sessionFacets': ({ db }, v) => [
    sessionFacets(db, v, MATCH),
    sessionFacets(db, v, { ...MATCH, q: 'home' }),
    sessionFacets(db, v, { ...MATCH, within: ['/home/ada'] }),
    sessionFacets(db, v, { ...MATCH, tag: ['tag-ada', 'tag-ben'] }),
  ],
  'session-filter.countSessions': ({ db }, v) => [
    countSessions(db, v, MATCH),
    countSessions(db, v, { ...MATCH, q: 'home' }),
  ],
  'session-groups.groupsOfSessions': ({ db, streams }, v) =>
    groupsOfSessions(db, v, costOf(streams), { ...MATCH, timezone: 'UTC' }, NOW),
  'session-places.placesOfSessions': ({ db, streams }, v) =>
    SESSION_ORDERS.map((sort_by) => placesOfSessions(db, v, { ...SESSIONS, sort_by }, costOf(streams))),
  'sessions.pageOfSessions': (p, v) =>
    sessions.pageOfSessions(context(p), v, { streams: p.streams, total: 0, next: null }),
  'sessions.listSessions': (p, v) => sessions.listSessions(context(p), v, SESSIONS),
  'session-process.sessionCwd': (p, v) => ofStreams(p, (stream) => sessionCwd(p.db, v, stream)),
  'session-process.processOfSession': (p, v) => ofStreams(p, (stream) => processOfSession(p.db, v, stream)),
  'sessions.sessionById': (p, v) => ofUsers((user) => sessions.sessionById(context(p), v, user)),
  'sessions.sessionsByStream': (p, v) => sessions.sessionsByStream(context(p), v, p.streams),
  'sessions.cwdOfSession': ({ db }, v) => ofUsers((user) => sessions.cwdOfSession(db, v, user)),
  'sessions.streamOfSession': ({ db }, v) => ofUsers((user) => sessions.streamOfSession(db, v, user)),
  'settings.storedCounts': ({ db }, v) => settings.storedCounts(db, v),
  'settings.loadStats': ({ db }, v) => settings.loadStats(db, v, NOON),
  'settings.lastHookOf': ({ db }, v) => PROVIDERS.map((provider) => settings.lastHookOf(db, v, provider)),
  'settings.lastHookAt': ({ db }, v) => settings.lastHookAt(db, v),
  'stats.sessionsByOwner': ({ db }, v) => stats.sessionsByOwner(db, v),
  'stats.sessionsByStatus': ({ db }, v) => stats.sessionsByStatus(db, v, ANY),
  'stats.agentsByStatus': ({ db }, v) => stats.agentsByStatus(db, v, ANY),
  'stats.laneStats': ({ db, book }, v) =>
    ofUsers((user) => stats.laneStats(db, v, book, { ...ANY, lane: LANE_IDS[user] ?? 0 }, SPAN)),
  'stats.globalStats': ({ db, book }, v) => stats.globalStats(db, v, book, ANY, SPAN),
  'stats.sessionStats': (p, v) => ofStreams(p, (stream) => stats.sessionStats(p.db, v, p.book, stream, 'session')),
  'hook-conversation.hookPage': (p, v) =>
    ofStreams(p, (stream) => hookPage(p.db, v, stream, { agent: null, limit: 9, after: null, before: null })),
  'hook-conversation.hookFind': (p, v) =>
    ofStreams(p, (stream) => hookFind(p.db, v, stream, { agent: null, words: 'a' })),
  'hook-conversation.hookLine': (p, v) =>
    ofStreams(p, (stream) => Array.from({ length: 80 }, (_, line) => hookLine(p.db, v, stream, line))),

  'evidence.evidenceOf': ({ db }, v) => ofUsers((user) => evidenceOf(db, v, LANE_IDS[user] ?? 0)),
  'turns.turnsOf': (p, v) => ofStreams(p, (stream) => turnsOf(p.db, v, p.book, stream)),
  'strip.stripOf': (p, v) => ofStreams(p, (stream) => stripOf(p.db, v, stream, 's')),

  'tools.listTools': ({ db }, v) => tools.listTools(db, v, { ...ANY, ...PAGE, tool_name: [], success: undefined }),
  'tools.toolsOfAgent': (p, v) => ofStreams(p, (stream) => tools.toolsOfAgent(p.db, v, stream, null, PAGE)),

  'webhooks.webhookTargets': ({ db }, v) => webhooks.webhookTargets(db, v),
  'webhooks.webhookTarget': ({ db }, v) => ofUsers((user) => webhooks.webhookTarget(db, v, `hook-${user}`)),
  'webhooks.ownerOfTarget': ({ db }, v) => ofUsers((user) => webhooks.ownerOfTarget(db, v, `hook-${user}`)),
  'webhooks.revisionOf': ({ db }, v) => ofUsers((user) => webhooks.revisionOf(db, v, `hook-${user}`)),
  'webhooks.countTargets': ({ db }, v) => webhooks.countTargets(db, v),
  'webhooks.webhookDeliveries': ({ db }, v) =>
    ofUsers((user) => webhooks.webhookDeliveries(db, v, `hook-${user}`, PAGE)),
  'webhooks.targetsOfRule': ({ db }, v) => webhooks.targetsOfRule(db, v, 'any'),
  'webhooks.countDue': ({ db }, v) => webhooks.countDue(db, v),
  'webhooks.dueTo': ({ db }, v) => ofUsers((user) => webhooks.dueTo(db, v, `hook-${user}`, 9)),
  'webhooks.targetsInDebt': ({ db }, v) => webhooks.targetsInDebt(db, v),
  'webhooks.firstDue': ({ db }, v) => ofUsers((user) => webhooks.firstDue(db, v, `hook-${user}`)),
  'webhooks.isDue': ({ db, alerts: ids }, v) =>
    ofUsers((user) => ids.map((id) => webhooks.isDue(db, v, `hook-${user}`, id))),

  'workflow-runs.listWorkflowRuns': ({ db, book }, v) =>
    runs.listWorkflowRuns(db, v, book, { ...ANY, ...PAGE, status: undefined, session_id: undefined }),
  'workflow-runs.runsOfSession': (p, v) => ofStreams(p, (stream) => runs.runsOfSession(p.db, v, p.book, stream)),
  'workflow-runs.workflowRunById': ({ db, book }, v) =>
    ofUsers((user) => runs.workflowRunById(db, v, book, `run-${user}`, ANY)),
  'workflow-runs.runsByKey': ({ db, book, streams }, v) =>
    runs.runsByKey(
      db,
      v,
      book,
      USERS.flatMap((user) => streams.map((stream) => `${stream}/run-${user}`)),
    ),
}

const everything = visibilityWithin(localPrincipal, 'all')
const ownOf = (user: string): Visibility => visibilityWithin({ id: `user:${user}`, kind: 'user' }, 'own')

type Owners = Awaited<ReturnType<typeof openOwners>>

describe('query results for a member', () => {
  it('are tested for every exported query', () => {
    const exported = exportedQueries().filter(({ demandsVisibility }) => demandsVisibility)
    expect(Object.keys(CASES).toSorted()).toEqual(exported.map(({ name }) => name).toSorted())
  })

  describe.each([
    ['ada', 'ben'],
    ['ben', 'ada'],
  ])('%s, in a database with rows of %s', (one, other) => {
    let [shared, alone, empty] = [] as unknown as [Owners, Owners, Owners]
    let [inShared, inAlone, inEmpty] = [] as unknown as [Place, Place, Place]
    beforeAll(async () => {
      // The other user's rows are appended last, so both databases have the same positions and streams.
      ;[shared, alone, empty] = [await openOwners([one, other]), await openOwners([one]), await openOwners([])]
      const streams = shared.db.all<{ stream: number }>('select stream from p_session').map(({ stream }) => stream)
      const ids = shared.db.all<{ id: number }>('select id from p_alert').map(({ id }) => id)
      const placeIn = ({ db }: { readonly db: SideFile['db'] }): Place => ({
        db,
        book: bookInForce(db),
        streams,
        places: shared.positions,
        alerts: ids,
      })
      ;[inShared, inAlone, inEmpty] = [placeIn(shared), placeIn(alone), placeIn(empty)]
    })
    afterAll(() => Promise.all([shared, alone, empty].map((open) => open.close())))

    it.each(Object.entries(CASES))('%s ignores the rows of other users', (_name, query) => {
      const own = query(inAlone, everything)
      expect(query(inShared, ownOf(one))).toEqual(own)
      // A case that passes with all rows or with no rows would prove nothing.
      expect(query(inShared, everything)).not.toEqual(own)
      expect(query(inShared, visibilityWithin(localPrincipal, 'none'))).toEqual(query(inEmpty, everything))
      expect(query(inEmpty, everything)).not.toEqual(own)
    })

    it('the side thread returns only own rows, also after a query by another user', () => {
      const asked = { now: NOW, offset: 0 }
      const answersOf = ({ side }: Owners) => {
        const [sums, index] = [new Insights(side), new EventIndex(side)]
        while (sums.advance());
        const periods = new PeriodInsights(side, sums.counts)
        return (v: Visibility) => [
          ...(['cost', 'activity', 'tools', 'agents', 'errors'] as const).map((tab) => periods[tab](v, TAB, NOW)),
          periods.workflows(v, INSIGHT, SPAN, NOW),
          periods.skills(v, INSIGHT, SPAN),
          periods.analytics(v, INSIGHT, SPAN, 0),
          sums.workflows(v, INSIGHT, NOW),
          sums.skills(v, INSIGHT),
          sums.analytics(v, INSIGHT, asked),
          sums.finished(v, INSIGHT),
          index.find(v, { ...EVENTS, q: 'home' }),
        ]
      }
      const [together, own] = [answersOf(shared), answersOf(alone)(everything)]
      expect(together(everything)).not.toEqual(own)
      expect(together(ownOf(one))).toEqual(own)
      expect(together(ownOf(other))).not.toEqual(own)
      expect(together(visibilityWithin(localPrincipal, 'none'))).toEqual(answersOf(empty)(everything))
    })
  })
})
