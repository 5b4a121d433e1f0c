import { duration, modelName, percent, plural } from '../../format/format.js'
import { type Column, Figure } from '../../figures/figure.js'
import { Spark } from '../../figures/spark.js'
import type { Workflows } from './queries.js'

const KIND_COLUMNS: readonly Column<Workflows['effectiveness'][number]>[] = [
  { title: 'Kind', value: (kind) => kind.subagent_type },
  { title: 'Agents', isNumber: true, value: (kind) => kind.total },
  { title: 'Sessions', isNumber: true, value: (kind) => kind.sessions },
  {
    title: 'Succeeded',
    isNumber: true,
    value: (kind) => kind.successRate,
    show: (kind) => `${kind.successRate}%`,
  },
  {
    title: 'Average time',
    isNumber: true,
    value: (kind) => kind.avgDuration,
    show: (kind) => (kind.avgDuration === null ? '–' : duration(kind.avgDuration * 1000)),
  },
  {
    title: 'Mon to Sun',
    isNumber: true,
    value: (kind) => kind.trend.join(' '),
    show: (kind) => <Spark values={kind.trend} label={`Agents by weekday: ${kind.trend.join(', ')}`} />,
  },
]

/** Whether subagents are worth calling: how often, how long, how often in vain. */
export function EffectivenessFigure({ effectiveness }: Pick<Workflows, 'effectiveness'>) {
  const worst = effectiveness.filter(({ errors }) => errors > 0).toSorted((a, b) => a.successRate - b.successRate)[0]
  if (effectiveness.length === 0) return null
  return (
    <Figure
      title="Subagents"
      says={
        worst === undefined
          ? `${plural(effectiveness.length, 'kind')}; none of them failed.`
          : `${worst.subagent_type} fails most often: ${worst.errors} of ${worst.total}.`
      }
      name="subagents"
      rows={effectiveness}
      columns={KIND_COLUMNS}
    />
  )
}

/** The orders in which subagents are called. */
export function PatternsFigure({
  patterns: { patterns, soloSessionCount, soloPercentage },
}: Pick<Workflows, 'patterns'>) {
  const solo = `${plural(soloSessionCount, 'session')} (${soloPercentage}%) did without subagents.`
  return (
    <Figure
      title="Patterns"
      says={patterns.length === 0 ? `No order of subagents came twice. ${solo}` : solo}
      name="patterns"
      rows={patterns}
      columns={[
        {
          title: 'Called in this order',
          value: ({ steps }) => steps.join(' > '),
          show: ({ steps }) => steps.join(' → '),
        },
        { title: 'Sessions', isNumber: true, value: ({ count }) => count },
        {
          title: 'Share',
          isNumber: true,
          value: ({ percentage }) => percentage,
          show: ({ percentage }) => `${percentage}%`,
        },
      ]}
    />
  )
}

/** Which models do the work, and which are given it. */
export function DelegationFigure({
  modelDelegation: { mainModels, subagentModels },
}: Pick<Workflows, 'modelDelegation'>) {
  const helpers = new Map(subagentModels.map(({ model, agent_count }) => [model, agent_count]))
  const mains = new Map(mainModels.map(({ model, agent_count }) => [model, agent_count]))
  const models = [...new Set([...mains.keys(), ...helpers.keys()])]
  const rows = models.map((model) => ({ model, main: mains.get(model) ?? 0, sub: helpers.get(model) ?? 0 }))
  const first = mainModels[0]
  if (first === undefined) return null
  const all = mainModels.reduce((sum, { agent_count }) => sum + agent_count, 0)
  return (
    <Figure
      title="Who works with which model"
      says={`${percent(first.agent_count, all)} of the main agents ran on ${modelName(first.model)}.`}
      name="models"
      rows={rows}
      columns={[
        { title: 'Model', value: ({ model }) => model, show: ({ model }) => modelName(model) },
        { title: 'Main agents', isNumber: true, value: ({ main }) => main },
        { title: 'Subagents', isNumber: true, value: ({ sub }) => sub },
      ]}
    />
  )
}
