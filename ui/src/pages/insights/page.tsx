import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import { Unread } from '../../kit/unread.js'
import { LowerBound, Unpriced } from '../session/cost/notes.js'
import { ActivityFigure, ToolsFigure } from './activity-figures.js'
import { Filters } from './filters.js'
import { CooccurrenceFigure, ToolFlowFigure } from './flow-figures.js'
import { ConcurrencyFigure, OrchestrationFigure } from './orchestration-figures.js'
import { analyticsQuery, type Scope, skillsQuery, usageQuery, workflowsQuery } from './queries.js'
import { type InsightsChange, insightsSearch, type InsightsSearch } from './search.js'
import { CompactionFigure, ComplexityFigure, ErrorsFigure } from './session-figures.js'
import { SkillsFigure } from './skills-figure.js'
import { DelegationFigure, EffectivenessFigure, PatternsFigure } from './subagent-figures.js'
import { ModelsFigure, OverTimeFigure, ProjectsFigure } from './usage-figures.js'

const route = getRouteApi('/insights')

/** What agents cost and how they work, over time. */
export function InsightsPage() {
  useWords()
  const search = route.useSearch()
  const { days: span = 30, provider, source } = search
  const scope: Scope = { provider, source }
  const navigate = useNavigate()
  const usage = useQuery(usageQuery(span, scope))
  const analytics = useQuery(analyticsQuery(scope))
  const error = usage.error ?? analytics.error
  if (usage.data === undefined || analytics.data === undefined) return <Unread error={error} className="main" />
  const narrowed = provider !== undefined || source !== undefined
  if (analytics.data.overview.total_sessions === 0 && !narrowed) return <NothingYet />
  const choose = (change: InsightsChange): void =>
    void navigate({ to: '/insights', search: insightsSearch({ ...search, ...change }), replace: true })
  return (
    <div className="main">
      <header className="top spans">
        <h1>{t('insights:title')}</h1>
        <Filters search={search} onChange={choose} />
      </header>
      <div
        className="tab figures insights"
        tabIndex={0}
        role="region"
        aria-label={t('insights:figures')}
        aria-busy={usage.isPlaceholderData || analytics.isPlaceholderData}
      >
        <Used data={usage.data} search={search} now={usage.dataUpdatedAt} onChange={choose} />
        <ActivityFigure daily_events={analytics.data.daily_events} now={analytics.dataUpdatedAt} />
        <ToolsFigure tools={analytics.data.tool_usage} />
        <Work scope={scope} />
      </div>
    </div>
  )
}

interface UsedProps {
  readonly data: Parameters<typeof OverTimeFigure>[0]['usage']
  readonly search: InsightsSearch
  readonly now: number
  readonly onChange: (change: InsightsChange) => void
}

function Used({ data, search, now, onChange }: UsedProps) {
  useWords()
  const { days: span = 30, by = 'model', measure = 'cost' } = search
  return (
    <>
      <div className="notes">
        <OverTimeFigure usage={data} span={span} by={by} measure={measure} now={now} onChange={onChange} />
        <Unpriced models={data.models.filter(({ has_price }) => !has_price).map(({ model }) => model)} />
        {data.models.length > 0 && <LowerBound />}
      </div>
      <ModelsFigure models={data.models} />
      <ProjectsFigure projects={data.projects} measure={measure} />
    </>
  )
}

/** How agents work together, over all time; read by itself, since it is the slower answer. */
function Work({ scope }: { scope: Scope }) {
  const { data, error } = useQuery(workflowsQuery(scope))
  const { data: skills } = useQuery(skillsQuery(scope))
  if (data === undefined) return <Unread error={error} />
  return (
    <>
      <ToolFlowFigure toolFlow={data.toolFlow} />
      <OrchestrationFigure orchestration={data.orchestration} />
      <ConcurrencyFigure concurrency={data.concurrency} />
      <EffectivenessFigure effectiveness={data.effectiveness} />
      <PatternsFigure patterns={data.patterns} />
      <CooccurrenceFigure cooccurrence={data.cooccurrence} />
      <ComplexityFigure complexity={data.complexity} />
      <DelegationFigure modelDelegation={data.modelDelegation} />
      <CompactionFigure compaction={data.compaction} />
      <ErrorsFigure errorPropagation={data.errorPropagation} />
      {skills !== undefined && <SkillsFigure {...skills} />}
    </>
  )
}

function NothingYet() {
  useWords()
  return (
    <div className="main">
      <header className="top">
        <h1>{t('insights:title')}</h1>
      </header>
      <div className="note">
        <p>{t('insights:nothing')}</p>
        <Link to="/" className="btn">
          {t('insights:begin')}
        </Link>
      </div>
    </div>
  )
}
