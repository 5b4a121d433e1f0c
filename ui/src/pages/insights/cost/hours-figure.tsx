import { CellGrid, CellScale, LEVELS } from '../../../figures/cell-grid.js'
import { Panel } from '../../../figures/panel.js'
import { weekday, workTime } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import styles from '../page.module.css'
import type { TabAnswer } from '../answers.js'
import { useInsights } from '../use-insights.js'

type Hour = TabAnswer<'cost'>['hours'][number]

/** The days of any week from Monday on, for the names of the weekdays. */
const WEEK = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08'] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** Agent time by weekday and hour, in the reader's time zone. */
export function HoursFigure({ hours }: { hours: readonly Hour[] }) {
  const t = useWords()
  const { range } = useInsights()
  const times = new Map(hours.map(({ weekday: day, hour, ms }) => [`${day} ${hour}`, ms]))
  const most = Math.max(...hours.map(({ ms }) => ms), 1)
  const busiest = hours.reduce<Hour | undefined>(
    (best, one) => (best === undefined || one.ms > best.ms ? one : best),
    undefined,
  )
  const label = (day: number, hour: number, ms: number): string =>
    t('insights:hours.cell', { day: weekday(WEEK[day] ?? WEEK[0]), hour: clock(hour), time: workTime(ms) })
  return (
    <Panel
      title={t('insights:hours.title')}
      note={<CellScale />}
      name={`hours-${range.first ?? 'all'}-${range.last}`}
      rows={hours}
      columns={[
        {
          title: t('insights:column.weekday'),
          value: ({ weekday: day }) => day + 1,
          show: ({ weekday: day }) => weekday(WEEK[day] ?? WEEK[0]),
        },
        { title: t('insights:column.hour'), value: ({ hour }) => clock(hour) },
        { title: t('insights:column.time'), isNumber: true, value: ({ ms }) => ms, show: ({ ms }) => workTime(ms) },
      ]}
      empty={t('insights:noActivity')}
    >
      <CellGrid
        label={t('insights:hours.title')}
        rowNames={WEEK.map((day, index) => (index % 2 === 0 ? weekday(day) : ''))}
        columns={HOURS.map((hour) =>
          WEEK.map((_, day) => {
            const ms = times.get(`${day} ${hour}`) ?? 0
            return { level: Math.ceil((ms / most) * LEVELS), label: label(day, hour, ms) }
          }),
        )}
        columnNames={[0, 6, 12, 18].map((hour) => ({ name: clock(hour), span: 6 }))}
      />
      {busiest !== undefined && (
        <p className={styles['below']}>
          {t('insights:hours.busiest', {
            day: weekday(WEEK[busiest.weekday] ?? WEEK[0]),
            hour: clock(busiest.hour),
            time: workTime(busiest.ms),
          })}
        </p>
      )}
    </Panel>
  )
}
