import { useQuery } from '@tanstack/react-query'
import { sessionAgentsQuery, sessionCostQuery } from '../../../api/queries.js'
import type { Agent, Session } from '../../../api/types.js'
import { percent, plural, usd } from '../../../format/format.js'
import { DayBars } from '../../../figures/day-bars.js'
import { everyDay } from '../../../figures/day-columns.js'
import { type Column, Figure } from '../../../figures/figure.js'
import { COLOURS } from '../../../figures/palette.js'
import { FailureNote } from '../../../kit/failure-note.js'
import { Tokens } from '../../../kit/amount.js'
import { useGrowth } from '../../../live/use-growth.js'
import { agentLabel } from '../agents/agent-label.js'
import { ownCost } from '../agents/tree.js'
import { useAgentsOf } from '../agents/use-agents.js'
import { ModelFigure } from './model-figure.js'
import { Features, LowerBound, Unpriced } from './notes.js'

const PAUSE_MS = 3000

/** What the session cost: by model and terms, by day, by agent. */
export function CostTab({ session }: { session: Session }) {
  const { id } = session
  const { data: cost, error, refetch } = useQuery(sessionCostQuery(id))
  const { refetch: readAgents } = useQuery(sessionAgentsQuery(id))
  useGrowth(id, refetch, PAUSE_MS)
  useGrowth(id, readAgents, PAUSE_MS)
  const agents = useAgentsOf(id)
  if (error !== null && cost === undefined) return <FailureNote error={error} />
  if (cost === undefined) return <div className="tab" aria-busy="true" />
  if (cost.breakdown.length === 0) {
    return (
      <p className="note">No usage yet. Tokens and cost appear here with the first reply that the transcript holds.</p>
    )
  }
  return (
    <div className="tab figures">
      <div className="notes">
        <LowerBound />
        <Unpriced cost={cost} />
        <Features cost={cost} />
      </div>
      <ModelFigure cost={cost} name={`cost-${id}`} says={<b className="num">{usd(cost.total_cost)} in all.</b>} />
      <ByAgent agents={agents} session={session} name={`cost-agents-${id}`} />
      <ByDay days={cost.daily_costs} name={`cost-days-${id}`} />
    </div>
  )
}

interface Share {
  readonly agent: Agent
  readonly cost: number
}

const AGENT_COLUMNS: readonly Column<Share>[] = [
  { title: 'Agent', value: ({ agent }) => agentLabel(agent) },
  { title: 'Task', value: ({ agent }) => agent.task },
  {
    title: 'Tokens, at least',
    isNumber: true,
    value: ({ agent }) => agent.input_tokens + agent.output_tokens,
    show: ({ agent }) => <Tokens value={agent.input_tokens + agent.output_tokens} atLeast />,
  },
  { title: 'Cost', isNumber: true, value: ({ cost }) => cost, show: ({ cost }) => usd(cost) },
]

function ByAgent({ agents, session, name }: { agents: readonly Agent[]; session: Session; name: string }) {
  const shares = agents
    .map((agent) => ({ agent, cost: ownCost(agent, agents, session) }))
    .filter(({ agent, cost }) => cost > 0 || agent.output_tokens > 0)
    .toSorted((a, b) => b.cost - a.cost)
  if (shares.length < 2) return null
  const main = shares.find(({ agent }) => agent.type === 'main')?.cost ?? 0
  return (
    <Figure
      title="By agent"
      says={`The main agent is ${percent(main, session.cost ?? 0)} of it.`}
      name={name}
      columns={AGENT_COLUMNS}
      rows={shares}
    />
  )
}

type Day = { readonly date: string; readonly cost: number }

function ByDay({ days, name }: { days: readonly Day[]; name: string }) {
  const first = days[0]?.date
  const last = days.at(-1)?.date
  // One column is no chart.
  if (first === undefined || last === undefined || first === last) return null
  const costs = new Map(days.map(({ date, cost }) => [date, cost]))
  const dearest = days.reduce((most, day) => (day.cost > most.cost ? day : most))
  return (
    <Figure
      title="By day"
      says={`Work on ${plural(days.length, 'day')}; the dearest was ${dearest.date} with ${usd(dearest.cost)}.`}
      name={name}
      rows={days}
      columns={[
        { title: 'Day', value: (day) => day.date },
        { title: 'Cost', isNumber: true, value: (day) => day.cost, show: (day) => usd(day.cost) },
      ]}
    >
      <DayBars
        label={`Cost by day, from ${first} to ${last}`}
        keys={[{ name: 'Cost', colour: COLOURS[0] }]}
        days={everyDay(first, last).map((date) => ({ date, amounts: [costs.get(date) ?? 0] }))}
      />
    </Figure>
  )
}
