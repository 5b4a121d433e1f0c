import { calendarDay, exactCount, percent } from '../../format/format.js'
import { BarList } from '../../figures/bar-list.js'
import { Figure } from '../../figures/figure.js'
import { HeatMap } from '../../figures/heat-map.js'
import { useWords } from '../../i18n/use-words.js'
import type { Analytics } from './queries.js'

const MOST_TOOLS = 12

/** How busy each day of the last year was. */
export function ActivityFigure({ daily_events: days, now }: Pick<Analytics, 'daily_events'> & { now: number }) {
  const t = useWords()
  const busiest = days.reduce((most, day) => (day.count > most.count ? day : most), { date: '', count: 0 })
  return (
    <Figure
      title={t('insights:activity.title')}
      says={
        days.length === 0
          ? t('insights:activity.never')
          : t('insights:activity.says', {
              count: days.length,
              date: calendarDay(busiest.date),
              events: t('insights:activity.events', { count: busiest.count }),
            })
      }
      name="events-by-day"
      rows={days}
      columns={[
        { title: t('insights:column.day'), value: ({ date }) => date, show: ({ date }) => calendarDay(date) },
        { title: t('insights:column.events'), isNumber: true, value: ({ count }) => count },
      ]}
    >
      <HeatMap
        counts={new Map(days.map(({ date, count }) => [date, count]))}
        now={now}
        label={t('insights:activity.label', { most: busiest.count })}
      />
    </Figure>
  )
}

/** What agents reach for. */
export function ToolsFigure({ tools }: { tools: Analytics['tool_usage'] }) {
  const t = useWords()
  const first = tools[0]
  if (first === undefined) return null
  const calls = tools.reduce((sum, { count }) => sum + count, 0)
  return (
    <Figure
      title={t('insights:tools.title')}
      says={t('insights:tools.says', { tool: first.tool_name, share: percent(first.count, calls), count: calls })}
      name="tools"
      rows={tools}
      columns={[
        { title: t('insights:column.tool'), value: ({ tool_name }) => tool_name },
        { title: t('insights:column.calls'), isNumber: true, value: ({ count }) => count },
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
