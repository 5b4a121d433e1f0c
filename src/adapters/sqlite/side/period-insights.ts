import type { Visibility } from '../../../domain/access/visibility.js'
import type { Between } from '../../../domain/insights/occurrences.js'
import { skillUsageOf } from '../../../domain/insights/workflows.js'
import type { Instant } from '../../../domain/time.js'
import { bookInForce } from '../../../projections/pricing/price-book.js'
import { activityTab } from '../../../projections/queries/insights/activity-tab.js'
import { agentsTab } from '../../../projections/queries/insights/agents-tab.js'
import { analyticsBetween } from '../../../projections/queries/insights/analytics-period.js'
import { costTab } from '../../../projections/queries/insights/cost-tab.js'
import { errorsTab } from '../../../projections/queries/insights/errors-tab.js'
import type { InsightQuery, PeriodScope } from '../../../projections/queries/insights/scope.js'
import type { SumsOf, TabQuery } from '../../../projections/queries/insights/tab-query.js'
import { toolsTab } from '../../../projections/queries/insights/tools-tab.js'
import { workflowsBetween } from '../../../projections/queries/insights/workflows-period.js'
import type { SessionCounts } from './session-counts.js'
import type { SideFile } from './side-file.js'

/** The insights of a period. Each answer comes from one snapshot of the database. */
export class PeriodInsights {
  constructor(
    private readonly file: SideFile,
    private readonly counts: SessionCounts,
  ) {}

  cost(visibility: Visibility, query: TabQuery, now: Instant) {
    return this.#reading((db) => costTab(db, visibility, bookInForce(db), this.#tab(visibility, query), query, now))
  }

  activity(visibility: Visibility, query: TabQuery, now: Instant) {
    return this.#reading((db) => activityTab(db, visibility, this.#tab(visibility, query), query, now))
  }

  tools(visibility: Visibility, query: TabQuery, now: Instant) {
    return this.#reading((db) => toolsTab(db, visibility, this.#tab(visibility, query), query, now))
  }

  agents(visibility: Visibility, query: TabQuery, now: Instant) {
    return this.#reading((db) => agentsTab(db, visibility, bookInForce(db), this.#tab(visibility, query), query, now))
  }

  errors(visibility: Visibility, query: TabQuery, now: Instant) {
    return this.#reading((db) => errorsTab(db, visibility, this.#tab(visibility, query), query, now))
  }

  workflows(visibility: Visibility, query: InsightQuery, between: Between, now: Instant) {
    const sumsOf = this.#sumsOf(visibility, { ...query, cwds: [], models: [] })
    return this.#reading((db) => workflowsBetween(db, visibility, sumsOf, query, between, now))
  }

  skills(visibility: Visibility, query: InsightQuery, between: Between) {
    const sumsOf = this.#sumsOf(visibility, { ...query, cwds: [], models: [] })
    return this.#reading(() => skillUsageOf(sumsOf(between, { topics: ['calls'] }).tally()))
  }

  analytics(visibility: Visibility, query: InsightQuery, between: Between, offset: number) {
    const sumsOf = this.#sumsOf(visibility, { ...query, cwds: [], models: [] })
    return this.#reading((db) => analyticsBetween(db, visibility, bookInForce(db), sumsOf, query, between, offset))
  }

  #tab(visibility: Visibility, { sources, providers, cwd, model }: TabQuery): SumsOf {
    return this.#sumsOf(visibility, { sources, providers, cwds: cwd, models: model })
  }

  #sumsOf(visibility: Visibility, scope: PeriodScope): SumsOf {
    return (between, keep) => this.counts.sums(visibility, scope, between, keep)
  }

  #reading<A>(work: (db: SideFile['db']) => A): A {
    return this.file.reading(() => work(this.file.db))
  }
}
