import { count, hundredths } from '../../format/format.js'
import { Dag } from '../../figures/dag.js'
import { Figure } from '../../figures/figure.js'
import { Spans } from '../../figures/spans.js'
import { useWords } from '../../i18n/use-words.js'
import type { Workflows } from './queries.js'

/** How the service calls the main agents in a link. */
const MAIN = 'main'
const MAIN_LANE = 'Main Agent'
/** More lines than this are a knot. */
const MOST_LINKS = 24
const MOST_LANES = 14

/** Who starts whom. */
export function OrchestrationFigure({ orchestration }: Pick<Workflows, 'orchestration'>) {
  const t = useWords()
  const { edges, subagentTypes, mainCount } = orchestration
  const first = edges[0]
  if (first === undefined) return null
  const types = new Map(subagentTypes.map((type) => [type.subagent_type, type]))
  const nameOf = (name: string): string => (name === MAIN ? t('insights:orchestration.main') : name)
  const noteOf = (name: string): string => {
    if (name === MAIN) return t('insights:orchestration.agents', { count: mainCount })
    const { count: all = 0, errors = 0 } = types.get(name) ?? {}
    const agents = t('insights:orchestration.agents', { count: all })
    return errors === 0 ? agents : t('insights:orchestration.failed', { agents, failed: count(errors) })
  }
  const links = edges.map(({ source, target, weight }) => ({ source, target, value: weight }))
  const shown = links.slice(0, MOST_LINKS)
  return (
    <Figure
      title={t('insights:orchestration.title')}
      says={t('insights:orchestration.says', {
        source: nameOf(first.source),
        target: nameOf(first.target),
        count: first.weight,
      })}
      name="orchestration"
      rows={edges}
      columns={[
        { title: t('insights:column.starts'), value: ({ source }) => nameOf(source) },
        { title: t('insights:column.started'), value: ({ target }) => nameOf(target) },
        { title: t('insights:column.times'), isNumber: true, value: ({ weight }) => weight },
      ]}
    >
      <Dag
        roots={[MAIN]}
        links={shown}
        nameOf={nameOf}
        noteOf={noteOf}
        label={t('insights:orchestration.label', { many: shown.length })}
      />
    </Figure>
  )
}

/** When in their session agents run: what overlaps works side by side. */
export function ConcurrencyFigure({ concurrency: { aggregateLanes: lanes } }: Pick<Workflows, 'concurrency'>) {
  const t = useWords()
  if (lanes.length < 2) return null
  const nameOf = (name: string): string => (name === MAIN_LANE ? t('insights:orchestration.main') : name)
  const last = lanes.filter(({ name }) => name !== MAIN_LANE).toSorted((a, b) => b.avgStart - a.avgStart)[0]
  const share = (part: number): string => hundredths(Math.round(part * 100))
  return (
    <Figure
      title={t('insights:concurrency.title')}
      says={
        last === undefined
          ? undefined
          : t('insights:concurrency.says', { kind: nameOf(last.name), share: share(last.avgStart) })
      }
      name="concurrency"
      rows={lanes}
      columns={[
        { title: t('insights:column.kind'), value: ({ name }) => nameOf(name) },
        { title: t('insights:column.agents'), isNumber: true, value: (lane) => lane.count },
        {
          title: t('insights:column.begins'),
          isNumber: true,
          value: ({ avgStart }) => avgStart,
          show: ({ avgStart }) => share(avgStart),
        },
        {
          title: t('insights:column.ends'),
          isNumber: true,
          value: ({ avgEnd }) => avgEnd,
          show: ({ avgEnd }) => share(avgEnd),
        },
      ]}
    >
      <Spans
        items={lanes.slice(0, MOST_LANES).map(({ name, avgStart, avgEnd, count: agents }) => ({
          key: name,
          name: nameOf(name),
          from: avgStart,
          to: avgEnd,
          words: count(agents),
        }))}
        marks={[t('insights:concurrency.begin'), t('insights:concurrency.end')]}
      />
    </Figure>
  )
}
