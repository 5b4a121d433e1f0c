import { Link, useNavigate } from '@tanstack/react-router'
import { count, duration, plural } from '../../format/format.js'
import { type Column, Figure } from '../../figures/figure.js'
import { Legend } from '../../figures/legend.js'
import { COLOURS, OTHER } from '../../figures/palette.js'
import { Scatter } from '../../figures/scatter.js'
import type { Workflows } from './queries.js'

const KEYS = [
  { name: 'With subagents', colour: COLOURS[0] },
  { name: 'Without', colour: OTHER },
]

const SESSION_COLUMNS: readonly Column<Workflows['complexity'][number]>[] = [
  {
    title: 'Session',
    value: ({ name }) => name,
    show: ({ id, name }) => (
      <Link to="/sessions/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  { title: 'Time', isNumber: true, value: (row) => row.duration, show: (row) => duration(row.duration * 1000) },
  { title: 'Agents', isNumber: true, value: ({ agentCount }) => agentCount },
  {
    title: 'Tokens',
    isNumber: true,
    value: ({ totalTokens }) => totalTokens,
    show: (row) => count(row.totalTokens),
  },
]

/** How long and how large sessions are. */
export function ComplexityFigure({ complexity }: Pick<Workflows, 'complexity'>) {
  const navigate = useNavigate()
  const largest = complexity.toSorted((a, b) => b.totalTokens - a.totalTokens)[0]
  if (largest === undefined) return null
  // A scale of powers has no zero: what took no time or used nothing is in the table alone.
  const drawn = complexity.filter(({ duration: seconds, totalTokens }) => seconds > 0 && totalTokens > 0)
  const points = drawn.map(({ id, name, duration: seconds, totalTokens, subagentCount, agentCount }) => ({
    key: id,
    x: seconds,
    y: totalTokens,
    words: `${name}: ${duration(seconds * 1000)}, ${count(totalTokens)} tokens, ${plural(agentCount, 'agent')}`,
    colour: subagentCount > 0 ? COLOURS[0] : OTHER,
  }))
  return (
    <Figure
      title="Complexity"
      says={`The largest session used ${count(largest.totalTokens)} tokens in ${duration(largest.duration * 1000)}.`}
      name="complexity"
      rows={complexity}
      columns={SESSION_COLUMNS}
    >
      <Legend keys={KEYS} />
      <Scatter
        points={points}
        label="Sessions by their length and their tokens; the table has the same"
        xWords={(seconds) => duration(seconds * 1000)}
        yWords={count}
        caption="Across: how long; up: how many tokens. A click opens the session."
        onPick={(id) => void navigate({ to: '/sessions/$id', params: { id } })}
      />
    </Figure>
  )
}

const COMPACTION_COLUMNS: readonly Column<Workflows['compaction']['perSession'][number]>[] = [
  {
    title: 'Session',
    value: ({ session_id }) => session_id,
    show: ({ session_id: id }) => (
      <Link to="/sessions/$id" params={{ id }} className="mono">
        {id}
      </Link>
    ),
  },
  { title: 'Compactions', isNumber: true, value: ({ compactions }) => compactions },
]

/** How often a context was full. */
export function CompactionFigure({ compaction }: Pick<Workflows, 'compaction'>) {
  const { totalCompactions, tokensRecovered, perSession, sessionsWithCompactions, totalSessions } = compaction
  if (totalCompactions === 0) return null
  return (
    <Figure
      title="Compactions"
      says={`${plural(totalCompactions, 'compaction')} in ${sessionsWithCompactions} of ${plural(totalSessions, 'session')}${tokensRecovered > 0 ? `, ${count(tokensRecovered)} tokens freed` : ''}.`}
      name="compactions"
      rows={perSession}
      columns={COMPACTION_COLUMNS}
    />
  )
}

/** What goes wrong, and how often. */
export function ErrorsFigure({ errorPropagation: errors }: Pick<Workflows, 'errorPropagation'>) {
  const { sessionsWithErrors, totalSessions, errorRate, eventErrors } = errors
  if (sessionsWithErrors === 0) return null
  return (
    <Figure
      title="Errors"
      says={`${sessionsWithErrors} of ${plural(totalSessions, 'session')} (${errorRate}%) met one.`}
      name="errors"
      rows={eventErrors}
      columns={[
        { title: 'What the event said', value: ({ summary }) => summary },
        { title: 'Times', isNumber: true, value: (row) => row.count },
      ]}
    />
  )
}
