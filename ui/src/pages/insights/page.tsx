import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import { Unread } from '../../kit/unread.js'
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
const spanWords = () => [
  ...SPANS.map((days) => [String(days), t('insights:days', { count: days })] as const),
  ['all', t('insights:all')] as const,
]

/** What agents cost and how they work, over time. */
export function InsightsPage() {
  useWords()
  const { days: span = 30 } = route.useSearch()
  const navigate = useNavigate()
  const cost = useQuery(costQuery)
  const analytics = useQuery(analyticsQuery)
  const error = cost.error ?? analytics.error
  if (cost.data === undefined || analytics.data === undefined) return <Unread error={error} className="main" />
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
        <h1>{t('insights:title')}</h1>
        <Choice legend={t('insights:time')} name="span" value={String(span)} options={spanWords()} onChange={choose} />
      </header>
      <div className="tab figures insights" tabIndex={0} role="region" aria-label={t('insights:figures')}>
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
  useWords()
  return (
    <>
      <CostFigure {...data} span={span} now={now} />
      <div className="notes">
        <ModelFigure cost={data.all} name="cost-by-model" says={t('insights:overAllTime')} />
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
  if (data === undefined) return <Unread error={error} />
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
