import { duration, hundredths, modelName, percent } from '../../format/format.js'
import { type Column, Figure } from '../../figures/figure.js'
import { Spark } from '../../figures/spark.js'
import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import type { Workflows } from './queries.js'

const kindColumns = (): readonly Column<Workflows['effectiveness'][number]>[] => [
  { title: t('insights:column.kind'), value: (kind) => kind.subagent_type },
  { title: t('insights:column.agents'), isNumber: true, value: (kind) => kind.total },
  { title: t('insights:column.sessions'), isNumber: true, isSpare: true, value: (kind) => kind.sessions },
  {
    title: t('insights:column.succeeded'),
    isNumber: true,
    value: (kind) => kind.successRate,
    show: (kind) => hundredths(kind.successRate),
  },
  {
    title: t('insights:column.average'),
    isNumber: true,
    value: (kind) => kind.avgDuration,
    show: (kind) => (kind.avgDuration === null ? '–' : duration(kind.avgDuration * 1000)),
  },
  {
    title: t('insights:column.week'),
    isNumber: true,
    value: (kind) => kind.trend.join(' '),
    show: (kind) => (
      <Spark values={kind.trend} label={t('insights:subagents.week', { numbers: kind.trend.join(', ') })} />
    ),
  },
]

/** Whether subagents are worth calling: how often, how long, how often in vain. */
export function EffectivenessFigure({ effectiveness }: Pick<Workflows, 'effectiveness'>) {
  useWords()
  const worst = effectiveness.filter(({ errors }) => errors > 0).toSorted((a, b) => a.successRate - b.successRate)[0]
  if (effectiveness.length === 0) return null
  return (
    <Figure
      title={t('insights:subagents.title')}
      says={
        worst === undefined
          ? t('insights:subagents.fine', { count: effectiveness.length })
          : t('insights:subagents.worst', { kind: worst.subagent_type, failed: worst.errors, all: worst.total })
      }
      name="subagents"
      rows={effectiveness}
      columns={kindColumns()}
    />
  )
}

/** The orders in which subagents are called. */
export function PatternsFigure({
  patterns: { patterns, soloSessionCount, soloPercentage },
}: Pick<Workflows, 'patterns'>) {
  useWords()
  const alone = { count: soloSessionCount, share: hundredths(soloPercentage) }
  return (
    <Figure
      title={t('insights:patterns.title')}
      says={patterns.length === 0 ? t('insights:patterns.none', alone) : t('insights:patterns.alone', alone)}
      name="patterns"
      rows={patterns}
      columns={[
        {
          title: t('insights:column.order'),
          value: ({ steps }) => steps.join(' > '),
          show: ({ steps }) => steps.join(' → '),
        },
        { title: t('insights:column.times'), isNumber: true, value: ({ count }) => count },
        {
          title: t('insights:column.ofSessions'),
          isNumber: true,
          value: ({ percentage }) => percentage,
          show: ({ percentage }) => hundredths(percentage),
        },
      ]}
    />
  )
}

/** Which models do the work, and which are given it. */
export function DelegationFigure({
  modelDelegation: { mainModels, subagentModels },
}: Pick<Workflows, 'modelDelegation'>) {
  useWords()
  const helpers = new Map(subagentModels.map(({ model, agent_count }) => [model, agent_count]))
  const mains = new Map(mainModels.map(({ model, agent_count }) => [model, agent_count]))
  const models = [...new Set([...mains.keys(), ...helpers.keys()])]
  const rows = models.map((model) => ({ model, main: mains.get(model) ?? 0, sub: helpers.get(model) ?? 0 }))
  const first = mainModels[0]
  if (first === undefined) return null
  const all = mainModels.reduce((sum, { agent_count }) => sum + agent_count, 0)
  return (
    <Figure
      title={t('insights:models.title')}
      says={t('insights:models.says', { share: percent(first.agent_count, all), model: modelName(first.model) })}
      name="models"
      rows={rows}
      columns={[
        { title: t('insights:column.model'), value: ({ model }) => model, show: ({ model }) => modelName(model) },
        { title: t('insights:column.mains'), isNumber: true, value: ({ main }) => main },
        { title: t('insights:column.subagents'), isNumber: true, value: ({ sub }) => sub },
      ]}
    />
  )
}
