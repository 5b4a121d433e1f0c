import type { CostResult } from '../../api/types.js'
import { calendarDay, usd } from '../../format/format.js'
import { DayBars } from '../../figures/day-bars.js'
import { Figure } from '../../figures/figure.js'
import { Legend } from '../../figures/legend.js'
import { COLOURS } from '../../figures/palette.js'
import { useWords } from '../../i18n/use-words.js'
import { comparison, datesOf, sumOf } from './cost-days.js'
import type { Span } from './search.js'

interface CostFigureProps {
  readonly all: CostResult
  readonly claude: CostResult
  readonly codex: CostResult
  readonly span: Span
  readonly now: number
}

const byDate = ({ daily_costs: days }: CostResult): ReadonlyMap<string, number> =>
  new Map(days.map(({ date, cost }) => [date, cost]))

/** Money by day, stacked by the tool it was spent with. */
export function CostFigure({ all, claude, codex, span, now }: CostFigureProps) {
  const t = useWords()
  const dates = datesOf(all.daily_costs, span, now)
  const parts = [
    { name: 'Claude Code', colour: COLOURS[0], days: byDate(claude) },
    { name: 'Codex', colour: COLOURS[1], days: byDate(codex) },
  ].filter(({ days }) => dates.some((date) => (days.get(date) ?? 0) > 0))
  const rows = dates.map((date) => ({ date, amounts: parts.map(({ days }) => days.get(date) ?? 0) }))
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const spent = sumOf(all.daily_costs, first, last)
  return (
    <Figure
      title={<span className="num">{usd(spent)}</span>}
      says={comparison(all.daily_costs, span, now)}
      name="cost-by-day"
      rows={rows}
      columns={[
        { title: t('insights:column.day'), value: ({ date }) => date, show: ({ date }) => calendarDay(date) },
        ...parts.map(({ name }, index) => ({
          title: name,
          isNumber: true,
          value: (row: (typeof rows)[number]) => row.amounts[index] ?? 0,
          show: (row: (typeof rows)[number]) => usd(row.amounts[index] ?? 0),
        })),
      ]}
    >
      {parts.length === 0 ? (
        <p className="faint">{t('insights:cost.nothing')}</p>
      ) : (
        <>
          {parts.length > 1 && <Legend keys={parts} />}
          <DayBars
            days={rows}
            keys={parts}
            label={t('insights:cost.label', { first: calendarDay(first), last: calendarDay(last) })}
          />
        </>
      )}
    </Figure>
  )
}
