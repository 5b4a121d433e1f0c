import { useQuery } from '@tanstack/react-query'
import { sessionCostQuery, sessionTurnsQuery } from '../queries.js'
import type { Agent, Session } from '../../../api/types.js'
import { DayBars } from '../../../figures/day-bars.js'
import { everyDay } from '../../../format/days.js'
import { type Column, Figure } from '../../../figures/figure.js'
import { COLOURS } from '../../../figures/palette.js'
import { calendarDay, share, usd } from '../../../format/format.js'
import { type Say, useWords } from '../../../i18n/use-words.js'
import { Tokens } from '../../../kit/amount.js'
import { classes } from '../../../kit/classes.js'
import notes from '../../../kit/note.module.css'
import { Unread } from '../../../kit/unread.js'
import { useGrowth } from '../../../live/use-growth.js'
import { sessionAgentsQuery } from '../../../rows/queries.js'
import { agentLabel } from '../agents/agent-label.js'
import { ownCost, tokensOf } from '../agents/tree.js'
import { useAgentsOf } from '../agents/use-agents.js'
import { ModelFigure } from './model-figure.js'
import { Features, Unpriced } from './notes.js'
import { ReportedCost } from './reported-cost.js'
import { TurnsFigure } from './turns-figure.js'
import tab from '../tab.module.css'
import styles from './cost.module.css'

const PAUSE_MS = 3000

/** The cost of the session by model and terms, by day and by agent. */
export function CostTab({ session }: { session: Session }) {
  const t = useWords()
  const { id } = session
  const { data: cost, error, refetch } = useQuery(sessionCostQuery(id))
  const { refetch: readAgents } = useQuery(sessionAgentsQuery(id))
  const { data: told, refetch: readTurns } = useQuery(sessionTurnsQuery(id))
  useGrowth(id, refetch, PAUSE_MS)
  useGrowth(id, readTurns, PAUSE_MS)
  useGrowth(id, readAgents, PAUSE_MS)
  const agents = useAgentsOf(id)
  if (cost === undefined) return <Unread error={error} className={tab['tab']} />
  if (cost.breakdown.length === 0) {
    return (
      <p className={notes['note']} data-note>
        {t('session:cost.none')}
      </p>
    )
  }
  return (
    <div className={classes(styles['figures'], tab['tab'])}>
      <div className={styles['notes']}>
        <ModelFigure
          cost={cost}
          name={`cost-${id}`}
          says={<b className="num">{t('session:cost.all', { cost: usd(cost.total_cost) })}</b>}
        />
        <Unpriced models={cost.unpriced_models.map(({ model }) => model)} />
        <Features cost={cost} />
        <ReportedCost cost={cost} />
      </div>
      <TurnsFigure turns={told?.turns ?? []} session={id} />
      <ByAgent agents={agents} session={session} name={`cost-agents-${id}`} />
      <ByDay days={cost.daily_costs} name={`cost-days-${id}`} />
    </div>
  )
}

interface Share {
  readonly agent: Agent
  readonly cost: number
}

const agentColumns = (t: Say): readonly Column<Share>[] => [
  { title: t('session:cost.agent'), value: ({ agent }) => agentLabel(agent) },
  { title: t('session:cost.task'), isSpare: true, value: ({ agent }) => agent.task },
  {
    title: t('session:cost.tokens'),
    info: t('cost.bound'),
    isNumber: true,
    value: ({ agent }) => tokensOf(agent),
    show: ({ agent }) => <Tokens value={tokensOf(agent)} atLeast />,
  },
  { title: t('cost.cost'), isNumber: true, isRank: true, value: ({ cost }) => cost, show: ({ cost }) => usd(cost) },
]

function ByAgent({ agents, session, name }: { agents: readonly Agent[]; session: Session; name: string }) {
  const t = useWords()
  const shares = agents
    .map((agent) => ({ agent, cost: ownCost(agent, agents, session) }))
    .filter(({ agent, cost }) => cost > 0 || agent.output_tokens > 0)
    .toSorted((a, b) => b.cost - a.cost)
  if (shares.length < 2) return null
  const main = shares.find(({ agent }) => agent.type === 'main')?.cost ?? 0
  return (
    <Figure
      title={t('session:cost.byAgent')}
      says={t('session:cost.main', { share: share(main, session.cost ?? 0) })}
      name={name}
      columns={agentColumns(t)}
      rows={shares}
    />
  )
}

type Day = { readonly date: string; readonly cost: number }

function ByDay({ days, name }: { days: readonly Day[]; name: string }) {
  const t = useWords()
  const first = days[0]?.date
  const last = days.at(-1)?.date
  // One column is no chart.
  if (first === undefined || last === undefined || first === last) return null
  const costs = new Map(days.map(({ date, cost }) => [date, cost]))
  const dearest = days.reduce((most, day) => (day.cost > most.cost ? day : most))
  return (
    <Figure
      title={t('session:cost.byDay')}
      says={t('session:cost.days', { count: days.length, date: calendarDay(dearest.date), cost: usd(dearest.cost) })}
      name={name}
      rows={days}
      columns={[
        { title: t('session:cost.day'), value: (day) => day.date, show: (day) => calendarDay(day.date) },
        { title: t('cost.cost'), isNumber: true, value: (day) => day.cost, show: (day) => usd(day.cost) },
      ]}
    >
      <DayBars
        words={usd}
        label={t('session:cost.chart', { first, last })}
        keys={[{ name: t('cost.cost'), colour: COLOURS[0] }]}
        days={everyDay(first, last).map((date) => ({ date, amounts: [costs.get(date) ?? 0] }))}
      />
    </Figure>
  )
}
