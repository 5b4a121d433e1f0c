import { exactCount, percent, plural } from '../../format/format.js'
import { BarList } from '../../figures/bar-list.js'
import { Figure } from '../../figures/figure.js'
import { HeatMap } from '../../figures/heat-map.js'
import type { Analytics } from './queries.js'

const MOST_TOOLS = 12

/** How busy each day of the last year was. */
export function ActivityFigure({ daily_events: days, now }: Pick<Analytics, 'daily_events'> & { now: number }) {
  const busiest = days.reduce((most, day) => (day.count > most.count ? day : most), { date: '', count: 0 })
  return (
    <Figure
      title="When agents work"
      says={`On ${plural(days.length, 'day')} of the last year; the busiest was ${busiest.date} with ${plural(busiest.count, 'event')}.`}
      name="events-by-day"
      rows={days}
      columns={[
        { title: 'Day', value: ({ date }) => date },
        { title: 'Events', isNumber: true, value: ({ count }) => count },
      ]}
    >
      <HeatMap
        counts={new Map(days.map(({ date, count }) => [date, count]))}
        now={now}
        label={`Events by day over the last year, ${exactCount(busiest.count)} on the busiest`}
      />
    </Figure>
  )
}

/** What agents reach for. */
export function ToolsFigure({ tools }: { tools: Analytics['tool_usage'] }) {
  const first = tools[0]
  if (first === undefined) return null
  const calls = tools.reduce((sum, { count }) => sum + count, 0)
  return (
    <Figure
      title="Tools"
      says={`${first.tool_name} is ${percent(first.count, calls)} of ${plural(calls, 'call')}.`}
      name="tools"
      rows={tools}
      columns={[
        { title: 'Tool', value: ({ tool_name }) => tool_name },
        { title: 'Calls', isNumber: true, value: ({ count }) => count },
      ]}
    >
      <BarList
        items={tools.slice(0, MOST_TOOLS).map(({ tool_name: name, count }) => ({
          key: name,
          name,
          value: count,
          words: exactCount(count),
        }))}
      />
    </Figure>
  )
}
