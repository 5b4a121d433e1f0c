import { setImmediate as nextRequest } from 'node:timers/promises'
import { listAgents } from '../../../projections/queries/agents.js'
import { bookInForce } from '../../../projections/pricing/price-book.js'
import { betweenOf } from '../../../projections/queries/insights/tab-query.js'
import { dailyCosts } from '../../../projections/queries/reports/daily-costs.js'
import { usageReport } from '../../../projections/queries/reports/usage.js'
import { sessionFacets } from '../../../projections/queries/session-facets.js'
import { listProjects, projectByName } from '../../../projections/queries/projects.js'
import { groupsOfSessions } from '../../../projections/queries/session-groups.js'
import { placesOfSessions } from '../../../projections/queries/session-places.js'
import { hookFind, hookLine, hookPage } from '../../../projections/queries/hook-conversation.js'
import { evidenceOf } from '../../../projections/queries/evidence.js'
import { turnsOf } from '../../../projections/queries/turns.js'
import { stripOf } from '../../../projections/queries/strip.js'
import { systemClock } from '../../clock.js'
import { turnsAt } from '../../threads/gate.js'
import { report, serve, threadData } from '../../threads/serve.js'
import { ConversationIndex } from './conversation-index.js'
import { conversationSearch } from './conversation-search.js'
import { EventIndex } from './event-index.js'
import { Insights } from './insights.js'
import type { SideData, SideProtocol } from './messages.js'
import { PricedSessions } from './session-costs.js'
import { PeriodInsights } from './period-insights.js'
import { SideFile } from './side-file.js'
import { tidy } from './tidying.js'

/** Seconds that an answer waits for events committed before the request. */
const CATCH_UP_S = 0.25
/** Positions. An answer does not wait for more: a long history is processed in the background. */
const FAR_BEHIND = 20_000
const { monotonic } = systemClock()

const { source, path, archive, closed } = threadData<SideData>()
const file = new SideFile(source, path)
const index = new EventIndex(file)
const insights = new Insights(file)
const priced = new PricedSessions(file)
const periods = new PeriodInsights(file, insights.counts)
const conversations = new ConversationIndex(file, archive, report<SideProtocol>)
const search = conversationSearch(file, conversations, archive)

const startOverWhereOutdated = (): void => {
  if (!file.isOutdated()) return
  index.startOver()
  insights.startOver()
  priced.startOver()
  conversations.startOver()
}

let following: Promise<void> | null = null
const turn = turnsAt(closed, monotonic)
/**
 * Processes the log in small steps, until nothing is left. A request that arrives meanwhile is answered between two steps.
 */
const follow = (): Promise<void> => (following ??= steps())

/** Takes the next small step. Returns whether another one follows. */
const step = (): boolean => {
  try {
    startOverWhereOutdated()
    // Insights come first: they are soon done, and incomplete until then. A search also scans the rest of the log. Conversations
    // come last, because their transcripts are read again: during an import everything else goes first.
    return (
      insights.advance() ||
      index.advance() ||
      priced.advance() ||
      conversations.advance() ||
      tidy(file, 'event_text') ||
      tidy(file, 'talk_text')
    )
  } catch {
    // The tables are being swapped, or the disk is full. The next commit triggers a retry.
    return false
  }
}

const steps = async (): Promise<void> => {
  for (await turn(); step(); await turn()) await nextRequest()
  following = null
}

/** Returns the insights, brought up to date within the time limit. */
const uptodate = (): Insights => {
  startOverWhereOutdated()
  const until = monotonic() + CATCH_UP_S
  if (insights.behind() <= FAR_BEHIND) while (monotonic() < until && insights.advance());
  return insights
}

/** Answers on one snapshot, with the costs of sessions in it. */
const pricing = <A>(work: (costs: () => PricedSessions) => A): A => {
  startOverWhereOutdated()
  return file.reading(() => work(() => priced.refresh()))
}

const periodsUptodate = (): PeriodInsights => {
  uptodate()
  return periods
}

serve<SideProtocol>({
  // Priority below the main thread, which accepts hooks, but not the lowest: users wait for these answers.
  nice: 10,
  asks: {
    follow,
    find: (visibility, query) => {
      startOverWhereOutdated()
      return index.find(visibility, query)
    },
    search: (visibility, query) => {
      startOverWhereOutdated()
      return search.lines(visibility, query)
    },
    searchSessions: (visibility, query) => {
      startOverWhereOutdated()
      return search.sessions(visibility, query)
    },
    agents: (visibility, query) => file.reading(() => listAgents(file.db, visibility, bookInForce(file.db), query)),
    evidence: (visibility, lane) => file.reading(() => evidenceOf(file.db, visibility, lane)),
    turns: (visibility, stream) => file.reading(() => turnsOf(file.db, visibility, bookInForce(file.db), stream)),
    strip: (visibility, stream, sessionId) => file.reading(() => stripOf(file.db, visibility, stream, sessionId)),
    hookPage: (...asked) => file.reading(() => hookPage(file.db, ...asked)),
    hookFind: (...asked) => file.reading(() => hookFind(file.db, ...asked)),
    hookLine: (...asked) => file.reading(() => hookLine(file.db, ...asked)),
    sessions: (visibility, query) =>
      pricing((costs) => placesOfSessions(file.db, visibility, query, query.sort_by === 'price' ? costs() : null)),
    sessionFacets: (visibility, query) => sessionFacets(file.db, visibility, query),
    sessionGroups: (visibility, query, now) =>
      pricing((costs) => groupsOfSessions(file.db, visibility, costs(), query, now)),
    projects: (visibility, query) => pricing((costs) => listProjects(file.db, visibility, costs(), query)),
    project: (visibility, query) => pricing((costs) => projectByName(file.db, visibility, costs(), query)),
    workflows: (visibility, query, now) => {
      const all = uptodate()
      const between = betweenOf(query)
      return between === null
        ? all.workflows(visibility, query, now)
        : periods.workflows(visibility, query, between, now)
    },
    skills: (visibility, query) => {
      const all = uptodate()
      const between = betweenOf(query)
      return between === null ? all.skills(visibility, query) : periods.skills(visibility, query, between)
    },
    analytics: (visibility, query, at) => uptodate().analytics(visibility, query, at),
    analyticsBetween: (visibility, query, between, offset) =>
      periodsUptodate().analytics(visibility, query, between, offset),
    costTab: (visibility, query, now) => periodsUptodate().cost(visibility, query, now),
    activityTab: (visibility, query, now) => periodsUptodate().activity(visibility, query, now),
    toolsTab: (visibility, query, now) => periodsUptodate().tools(visibility, query, now),
    agentsTab: (visibility, query, now) => periodsUptodate().agents(visibility, query, now),
    errorsTab: (visibility, query, now) => periodsUptodate().errors(visibility, query, now),
    finished: (visibility, query) => uptodate().finished(visibility, query),
    // All its figures come from one snapshot.
    usage: (visibility, query, now) =>
      file.reading(() => usageReport(file.db, visibility, bookInForce(file.db), query, now)),
    dailyCosts: (visibility, query) => file.reading(() => dailyCosts(file.db, visibility, bookInForce(file.db), query)),
    forget: (gone) => {
      index.forget(gone.flatMap(({ positions }) => positions))
      insights.forget(gone)
      priced.startOver()
      conversations.forget(gone.map(({ stream }) => stream))
      file.own.pragma('wal_checkpoint(TRUNCATE)')
      setImmediate(() => void follow())
    },
  },
})
void follow()
