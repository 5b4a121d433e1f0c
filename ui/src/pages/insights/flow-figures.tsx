import { exactCount } from '../../format/format.js'
import { BarList } from '../../figures/bar-list.js'
import { Figure } from '../../figures/figure.js'
import { Flow } from '../../figures/flow.js'
import { keysOf } from '../../figures/palette.js'
import { useWords } from '../../i18n/use-words.js'
import type { Workflows } from './queries.js'

/** More bands than this are a knot. */
const MOST_BANDS = 14
const MOST_PAIRS = 10

/** Which tool follows which. */
export function ToolFlowFigure({ toolFlow: { transitions, toolCounts } }: Pick<Workflows, 'toolFlow'>) {
  const t = useWords()
  const first = transitions[0]
  if (first === undefined) return null
  const { colourOf } = keysOf(toolCounts.map(({ tool_name }) => tool_name))
  const shown = transitions.slice(0, MOST_BANDS)
  return (
    <Figure
      title={t('insights:flow.title')}
      says={t('insights:flow.says', { target: first.target, source: first.source, count: first.value })}
      name="tool-flow"
      rows={transitions}
      columns={[
        { title: t('insights:column.after'), value: ({ source }) => source },
        { title: t('insights:column.comes'), value: ({ target }) => target },
        { title: t('insights:column.times'), isNumber: true, value: ({ value }) => value },
      ]}
    >
      <Flow links={shown} colourOf={colourOf} label={t('insights:flow.label', { many: shown.length })} />
    </Figure>
  )
}

/** Which kinds of subagents are called in the same sessions. */
export function CooccurrenceFigure({ cooccurrence: pairs }: Pick<Workflows, 'cooccurrence'>) {
  const t = useWords()
  const first = pairs[0]
  if (first === undefined) return null
  return (
    <Figure
      title={t('insights:together.title')}
      says={t('insights:together.says', { source: first.source, target: first.target, count: first.weight })}
      name="called-together"
      rows={pairs}
      columns={[
        { title: t('insights:column.one'), value: ({ source }) => source },
        { title: t('insights:column.other'), value: ({ target }) => target },
        { title: t('insights:column.sessions'), isNumber: true, value: ({ weight }) => weight },
      ]}
    >
      <BarList
        items={pairs.slice(0, MOST_PAIRS).map(({ source, target, weight }) => ({
          key: `${source} ${target}`,
          name: `${source}, ${target}`,
          value: weight,
          words: exactCount(weight),
        }))}
      />
    </Figure>
  )
}
