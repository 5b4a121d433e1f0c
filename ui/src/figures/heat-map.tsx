import { calendarMonth, weekday } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import { calendarOf } from './calendar.js'
import { useWidth } from './use-width.js'

const LEFT = 32
const TOP = 18
/** Days of some week, from Monday on, of which every second is named. */
const WEEK = ['2026-03-02', '', '2026-03-04', '', '2026-03-06', '', '2026-03-08']
const MIX = [0, 32, 52, 74, 100]
const MOST_WEEKS = 53
const CELL_PX = 16

interface HeatMapProps {
  readonly counts: ReadonlyMap<string, number>
  readonly now: number
  readonly label: string
}

/** Days as squares, a column per week: as many weeks of the last year as there is room for. */
export function HeatMap({ counts, now, label }: HeatMapProps) {
  const t = useWords()
  const [follow, width] = useWidth()
  const weeks = Math.min(MOST_WEEKS, Math.floor((width - LEFT) / CELL_PX))
  const cell = Math.min(20, (width - LEFT) / Math.max(1, weeks))
  const days = weeks > 0 ? calendarOf(counts, now, weeks) : []
  return (
    <div className="chart-box" ref={follow}>
      {weeks > 0 && (
        <svg className="chart" width={width} height={TOP + 7 * cell} role="img" aria-label={label}>
          {WEEK.map((day, index) => (
            <text key={index} x={0} y={TOP + index * cell + cell - 4}>
              {day === '' ? '' : weekday(day)}
            </text>
          ))}
          {days
            .filter(({ weekday, date }) => weekday === 0 && date.slice(8) <= '07')
            .map(({ date, week }) => (
              <text key={date} x={LEFT + week * cell} y={11}>
                {calendarMonth(date)}
              </text>
            ))}
          {days.map(({ date, count, week, weekday, level }) => (
            <rect
              key={date}
              x={LEFT + week * cell}
              y={TOP + weekday * cell}
              width={cell - 3}
              height={cell - 3}
              rx={3}
              fill={level === 0 ? 'var(--sunken)' : `color-mix(in oklch, var(--c1) ${MIX[level]}%, var(--canvas))`}
              stroke={level === 0 ? 'var(--line)' : 'none'}
            >
              <title>{t('figure.day', { date, count })}</title>
            </rect>
          ))}
        </svg>
      )}
    </div>
  )
}
