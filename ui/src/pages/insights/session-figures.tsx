import { Link, useNavigate } from '@tanstack/react-router'
import { count, duration, hundredths } from '../../format/format.js'
import { type Column, Figure } from '../../figures/figure.js'
import { Legend } from '../../figures/legend.js'
import { COLOURS, OTHER } from '../../figures/palette.js'
import { Scatter } from '../../figures/scatter.js'
import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import type { Workflows } from './queries.js'

const keys = () => [
  { name: t('insights:complexity.with'), colour: COLOURS[0] },
  { name: t('insights:complexity.without'), colour: OTHER },
]

const sessionColumns = (): readonly Column<Workflows['complexity'][number]>[] => [
  {
    title: t('insights:column.session'),
    value: ({ name }) => name,
    show: ({ id, name }) => (
      <Link to="/sessions/$id" params={{ id }}>
        {name}
      </Link>
    ),
  },
  {
    title: t('insights:column.time'),
    isNumber: true,
    value: (row) => row.duration,
    show: (row) => duration(row.duration * 1000),
  },
  { title: t('insights:column.agents'), isNumber: true, isSpare: true, value: ({ agentCount }) => agentCount },
  {
    title: t('insights:column.tokens'),
    isNumber: true,
    value: ({ totalTokens }) => totalTokens,
    show: (row) => count(row.totalTokens),
  },
]

/** Seconds that a person would mark: 1 s, 10 s, 1 min, 10 min, 1 h, 10 h, 4 d, 40 d. */
const TIME_STEPS = [1, 10, 60, 600, 3600, 36_000, 345_600, 3_456_000]

/** How long and how large sessions are. */
export function ComplexityFigure({ complexity }: Pick<Workflows, 'complexity'>) {
  useWords()
  const navigate = useNavigate()
  const largest = complexity.toSorted((a, b) => b.totalTokens - a.totalTokens)[0]
  if (largest === undefined) return null
  // A scale of powers has no zero: what took no time or used nothing is in the table alone.
  const drawn = complexity.filter(({ duration: seconds, totalTokens }) => seconds > 0 && totalTokens > 0)
  const points = drawn.map(({ id, name, duration: seconds, totalTokens, subagentCount, agentCount }) => ({
    key: id,
    x: seconds,
    y: totalTokens,
    words: t('insights:complexity.point', {
      session: name,
      time: duration(seconds * 1000),
      tokens: count(totalTokens),
      count: agentCount,
    }),
    colour: subagentCount > 0 ? COLOURS[0] : OTHER,
  }))
  return (
    <Figure
      title={t('insights:complexity.title')}
      says={t('insights:complexity.says', {
        tokens: count(largest.totalTokens),
        time: duration(largest.duration * 1000),
      })}
      name="complexity"
      rows={complexity}
      columns={sessionColumns()}
    >
      <Legend keys={keys()} />
      <Scatter
        points={points}
        label={t('insights:complexity.label')}
        xWords={(seconds) => duration(seconds * 1000)}
        xSteps={TIME_STEPS}
        yWords={count}
        caption={t('insights:complexity.caption')}
        onPick={(id) => void navigate({ to: '/sessions/$id', params: { id } })}
      />
    </Figure>
  )
}

const compactionColumns = (): readonly Column<Workflows['compaction']['perSession'][number]>[] => [
  {
    title: t('insights:column.session'),
    value: ({ session_id }) => session_id,
    show: ({ session_id: id }) => (
      <Link to="/sessions/$id" params={{ id }} className="mono">
        {id}
      </Link>
    ),
  },
  { title: t('insights:column.compactions'), isNumber: true, value: ({ compactions }) => compactions },
]

/** How often a context was full. */
export function CompactionFigure({ compaction }: Pick<Workflows, 'compaction'>) {
  useWords()
  const { totalCompactions, tokensRecovered, perSession, sessionsWithCompactions, totalSessions } = compaction
  if (totalCompactions === 0) return null
  const met = {
    count: totalCompactions,
    some: sessionsWithCompactions,
    sessions: t('insights:ofSessions', { count: totalSessions }),
  }
  return (
    <Figure
      title={t('insights:compactions.title')}
      says={
        tokensRecovered > 0
          ? t('insights:compactions.saysFreed', { ...met, tokens: count(tokensRecovered) })
          : t('insights:compactions.says', met)
      }
      name="compactions"
      rows={perSession}
      columns={compactionColumns()}
    />
  )
}

/** What goes wrong, and how often. */
export function ErrorsFigure({ errorPropagation: errors }: Pick<Workflows, 'errorPropagation'>) {
  useWords()
  const { sessionsWithErrors, totalSessions, errorRate, eventErrors } = errors
  if (sessionsWithErrors === 0) return null
  return (
    <Figure
      title={t('insights:errors.title')}
      says={t('insights:errors.says', { some: sessionsWithErrors, count: totalSessions, share: hundredths(errorRate) })}
      name="errors"
      rows={eventErrors}
      columns={[
        { title: t('insights:column.said'), value: ({ summary }) => summary },
        { title: t('insights:column.times'), isNumber: true, value: (row) => row.count },
      ]}
    />
  )
}
