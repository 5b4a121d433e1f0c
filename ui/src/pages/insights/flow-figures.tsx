import { exactCount, plural } from '../../format/format.js'
import { BarList } from '../../figures/bar-list.js'
import { Figure } from '../../figures/figure.js'
import { Flow } from '../../figures/flow.js'
import { keysOf } from '../../figures/palette.js'
import type { Workflows } from './queries.js'

/** More bands than this are a knot. */
const MOST_BANDS = 14
const MOST_PAIRS = 10

/** Which tool follows which. */
export function ToolFlowFigure({ toolFlow: { transitions, toolCounts } }: Pick<Workflows, 'toolFlow'>) {
  const first = transitions[0]
  if (first === undefined) return null
  const { colourOf } = keysOf(toolCounts.map(({ tool_name }) => tool_name))
  const shown = transitions.slice(0, MOST_BANDS)
  return (
    <Figure
      title="What follows what"
      says={`Most often ${first.target} follows ${first.source}: ${plural(first.value, 'time')}.`}
      name="tool-flow"
      rows={transitions}
      columns={[
        { title: 'After', value: ({ source }) => source },
        { title: 'Comes', value: ({ target }) => target },
        { title: 'Times', isNumber: true, value: ({ value }) => value },
      ]}
    >
      <Flow
        links={shown}
        colourOf={colourOf}
        label={`The ${shown.length} most frequent pairs of calls; the table has all of them`}
      />
    </Figure>
  )
}

/** Which kinds of subagents are called in the same sessions. */
export function CooccurrenceFigure({ cooccurrence: pairs }: Pick<Workflows, 'cooccurrence'>) {
  const first = pairs[0]
  if (first === undefined) return null
  return (
    <Figure
      title="Called together"
      says={`${first.source} and ${first.target} meet most often: in ${plural(first.weight, 'session')}.`}
      name="called-together"
      rows={pairs}
      columns={[
        { title: 'One', value: ({ source }) => source },
        { title: 'Other', value: ({ target }) => target },
        { title: 'Sessions', isNumber: true, value: ({ weight }) => weight },
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
