import { useSyncExternalStore } from 'react'
import { calendarOf } from '../../../figures/calendar.js'
import { CellGrid, CellScale } from '../../../figures/cell-grid.js'
import { Panel } from '../../../figures/panel.js'
import { calendarMonth, weekday, weekdayDay } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import type { TabAnswer } from '../answers.js'
import { useToday } from '../../../live/clock.js'

const WEEKS = 53
const WEEKS_ON_A_PHONE = 27
const WEEK = ['2026-03-02', '', '2026-03-04', '', '2026-03-06', '', '']

const narrow = matchMedia('(max-width: 760px)')
const watch = (changed: () => void): (() => void) => {
  narrow.addEventListener('change', changed)
  return () => narrow.removeEventListener('change', changed)
}

/** Events by day in the last twelve months, whatever the period. */
export function YearFigure({ year }: { year: TabAnswer<'activity'>['year'] }) {
  const t = useWords()
  const today = useToday()
  const isNarrow = useSyncExternalStore(watch, () => narrow.matches)
  const counts = new Map(year.map(({ date, count }) => [date, count]))
  const days = calendarOf(counts, Date.parse(`${today}T12:00:00`), isNarrow ? WEEKS_ON_A_PHONE : WEEKS)
  const weeks = (days.at(-1)?.week ?? 0) + 1
  const columns = Array.from({ length: weeks }, (_, week) =>
    WEEK.map((_day, row) => {
      const day = days.find((one) => one.week === week && one.weekday === row)
      return day === undefined
        ? null
        : {
            level: day.level,
            label: t('insights:year.cell', { date: weekdayDay(day.date), count: day.count }),
          }
    }),
  )
  return (
    <Panel
      title={t('insights:year.title')}
      note={
        <span style={{ display: 'flex', gap: 'var(--s4)' }}>
          {t('insights:year.note')}
          <CellScale />
        </span>
      }
      name="last-12-months"
      rows={year}
      columns={[
        { title: t('insights:unit.day'), value: ({ date }) => date },
        { title: t('insights:column.events'), isNumber: true, value: ({ count }) => count },
      ]}
      empty={t('insights:noActivity')}
    >
      <CellGrid
        label={t('insights:year.title')}
        rowNames={WEEK.map((day) => (day === '' ? '' : weekday(day)))}
        columns={columns}
        columnNames={monthsOf(days.filter(({ weekday: day }) => day === 0).map(({ date }) => date))}
      />
    </Panel>
  )
}

/** Returns the months over a row of weeks; one of a single week has no room for its name. */
const monthsOf = (mondays: readonly string[]) => {
  const months: { name: string; span: number }[] = []
  let before = ''
  for (const monday of mondays) {
    const month = monday.slice(0, 7)
    const last = months.at(-1)
    if (month === before && last !== undefined) last.span += 1
    else months.push({ name: calendarMonth(monday), span: 1 })
    before = month
  }
  return months.map(({ name, span }) => ({ name: span < 3 ? '' : name, span }))
}
