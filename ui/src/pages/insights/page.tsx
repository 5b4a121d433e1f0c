import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { FailureNote } from '../../kit/failure-note.js'
import { Choice } from '../../kit/choice.js'
import { ModelFigure } from '../session/cost/model-figure.js'
import { Features, LowerBound, Unpriced } from '../session/cost/notes.js'
import { ActivityFigure, ToolsFigure } from './activity-figures.js'
import { CostFigure } from './cost-figure.js'
import { CooccurrenceFigure, ToolFlowFigure } from './flow-figures.js'
import { analyticsQuery, costQuery, skillsQuery, workflowsQuery } from './queries.js'
import { insightsSearch, type Span, SPANS } from './search.js'
import { CompactionFigure, ComplexityFigure, ErrorsFigure } from './session-figures.js'
import { SkillsFigure } from './skills-figure.js'
import { DelegationFigure, EffectivenessFigure, PatternsFigure } from './subagent-figures.js'

const route = getRouteApi('/insights')
const SPAN_WORDS = [...SPANS.map((days) => [String(days), `${days} days`] as const), ['all', 'All'] as const]

/** What agents cost and how they work, over time. */
export function InsightsPage() {
  const { days: span = 30 } = route.useSearch()
  const navigate = useNavigate()
  const cost = useQuery(costQuery)
  const analytics = useQuery(analyticsQuery)
  const error = cost.error ?? analytics.error
  if (error !== null && (cost.data === undefined || analytics.data === undefined)) return <FailureNote error={error} />
  if (cost.data === undefined || analytics.data === undefined) return <div className="main" aria-busy="true" />
  if (analytics.data.overview.total_sessions === 0) return <NothingYet />
  const choose = (chosen: string): void =>
    void navigate({
      to: '/insights',
      search: insightsSearch({ days: chosen === 'all' ? chosen : Number(chosen) }),
      replace: true,
    })
  return (
    <div className="main">
      <header className="top spans">
        <h1>Insights</h1>
        <Choice legend="Time" name="span" value={String(span)} options={SPAN_WORDS} onChange={choose} />
      </header>
      <div className="tab figures insights" tabIndex={0} role="region" aria-label="Figures">
        <Money data={cost.data} span={span} now={cost.dataUpdatedAt} />
        <ActivityFigure daily_events={analytics.data.daily_events} now={analytics.dataUpdatedAt} />
        <ToolsFigure tools={analytics.data.tool_usage} />
        <Work />
      </div>
    </div>
  )
}

type Costs = Parameters<typeof CostFigure>[0]

function Money({ data, span, now }: { data: Pick<Costs, 'all' | 'claude' | 'codex'>; span: Span; now: number }) {
  return (
    <>
      <CostFigure {...data} span={span} now={now} />
      <div className="notes">
        <ModelFigure cost={data.all} name="cost-by-model" says="Over all time." />
        <Unpriced cost={data.all} />
        <Features cost={data.all} />
        <LowerBound />
      </div>
    </>
  )
}

/** How agents work together; read by itself, since it is the slower answer. */
function Work() {
  const { data, error } = useQuery(workflowsQuery)
  const { data: skills } = useQuery(skillsQuery)
  if (error !== null && data === undefined) return <FailureNote error={error} />
  if (data === undefined) return <p className="faint" aria-busy="true" />
  return (
    <>
      <ToolFlowFigure toolFlow={data.toolFlow} />
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
  return (
    <div className="main">
      <header className="top">
        <h1>Insights</h1>
      </header>
      <div className="note">
        <p>There is nothing to tell yet. Cost and activity are drawn here from the first session on.</p>
        <Link to="/" className="btn">
          See how to begin
        </Link>
      </div>
    </div>
  )
}
