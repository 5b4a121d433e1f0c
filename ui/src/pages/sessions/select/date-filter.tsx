import { Calendar as CalendarIcon, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { calendarDay, calendarMonthLong, exactCount, weekday } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import { useTimed } from '../../../live/clock.js'
import { Popover } from '../../../kit/popover.js'
import trigger from '../../../kit/trigger.module.css'
import { civilDay, RANGES, startOfDay, weeksOf } from '../range.js'
import type { SessionsSearch } from '../search.js'
import styles from './date-filter.module.css'

type Chosen = Pick<SessionsSearch, 'range' | 'from' | 'to'>

interface DateFilterProps {
  readonly value: Chosen
  readonly onChange: (value: Chosen) => void
}

/** Filters by the day of the last activity: a period that moves with the time, or days of a calendar. */
export function DateFilter({ value: { range, from, to }, onChange }: DateFilterProps) {
  const t = useWords()
  const [isOpen, setOpen] = useState(false)
  const isSet = range !== undefined || from !== undefined || to !== undefined
  const choose = (chosen: Chosen): void => {
    setOpen(false)
    onChange(chosen)
  }
  const name =
    range !== undefined
      ? t(`range.${range}`)
      : isSet
        ? t('sessions:range.days', { from: dayName(from), to: dayName(to) })
        : t('sessions:range.any')
  return (
    <Popover
      label={t('sessions:range.label')}
      width={540}
      open={isOpen}
      onOpenChange={setOpen}
      className={styles['panel']}
      trigger={
        <button type="button" className={trigger['trigger']} data-set={isSet}>
          <CalendarIcon size={14} aria-hidden />
          <span className={trigger['name']}>{name}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      <div className={styles['presets']} role="group" aria-label={t('sessions:range.periods')}>
        {RANGES.map((one) => (
          <Preset key={one} isOn={one === range} onChoose={() => choose({ range: one })}>
            {t(`range.${one}`)}
          </Preset>
        ))}
        <Preset isOn={!isSet} onChoose={() => choose({})}>
          {t('sessions:range.all')}
        </Preset>
      </div>
      <Days key={`${from} ${to}`} from={from} to={to} onApply={choose} onCancel={() => setOpen(false)} />
    </Popover>
  )
}

const dayName = (day: string | undefined): string => (day === undefined ? '…' : calendarDay(day))

function Preset({ isOn, onChoose, children }: { isOn: boolean; onChoose: () => void; children: string }) {
  return (
    <button type="button" aria-pressed={isOn} onClick={onChoose}>
      {children}
    </button>
  )
}

interface DaysProps {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly onApply: (value: Chosen) => void
  readonly onCancel: () => void
}

const DAY_MS = 86_400_000

/** A month to choose the first and the last day in, which can also be typed. */
function Days(props: DaysProps) {
  const { onApply, onCancel } = props
  const t = useWords()
  const [from, setFrom] = useState(props.from)
  const [to, setTo] = useState(props.to)
  const [month, setMonth] = useState(() => startOfDay(props.to ?? props.from ?? civilDay(new Date())))
  const today = useTimed((now) => civilDay(new Date(now)))
  const move = (months: number): void => setMonth(new Date(month.getFullYear(), month.getMonth() + months, 1))
  const pick = (day: string): void => {
    // The first click starts a new period, the second ends it.
    if (from === undefined || to !== undefined || day < from) {
      setFrom(day)
      setTo(undefined)
    } else setTo(day)
  }
  const weeks = weeksOf(month)
  const days =
    from !== undefined && to !== undefined
      ? Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS) + 1
      : undefined
  return (
    <form
      className={styles['days']}
      onSubmit={(event) => {
        event.preventDefault()
        onApply({ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) })
      }}
    >
      <div className={styles['fields']}>
        <label>
          <span>{t('sessions:range.from')}</span>
          <input
            type="date"
            value={from ?? ''}
            max={to ?? today}
            onChange={({ target }) => setFrom(target.value || undefined)}
          />
        </label>
        <label>
          <span>{t('sessions:range.to')}</span>
          <input
            type="date"
            value={to ?? ''}
            min={from}
            max={today}
            onChange={({ target }) => setTo(target.value || undefined)}
          />
        </label>
      </div>
      <div className={styles['month']}>
        <button type="button" aria-label={t('sessions:range.before')} onClick={() => move(-1)}>
          <ChevronLeft size={16} aria-hidden />
        </button>
        <span aria-live="polite">{calendarMonthLong(civilDay(month), true)}</span>
        <button type="button" aria-label={t('sessions:range.after')} onClick={() => move(1)}>
          <ChevronRight size={16} aria-hidden />
        </button>
      </div>
      <div className={styles['grid']}>
        {weeks[0]?.map((day) => (
          <span key={civilDay(day)}>{weekday(civilDay(day)).slice(0, 2)}</span>
        ))}
        {weeks.flat().map((date) => {
          const day = civilDay(date)
          const isEnd = day === from || day === to
          return (
            <button
              key={day}
              type="button"
              className={classes(
                date.getMonth() !== month.getMonth() && styles['other'],
                isEnd && styles['end'],
                !isEnd && from !== undefined && to !== undefined && day > from && day < to && styles['within'],
              )}
              aria-label={calendarDay(day)}
              aria-pressed={isEnd}
              disabled={day > today}
              onClick={() => pick(day)}
            >
              {date.getDate()}
            </button>
          )
        })}
      </div>
      <div className={styles['foot']}>
        <span>{days === undefined ? '' : t('sessions:range.count', { count: days, days: exactCount(days) })}</span>
        <button type="button" className={buttons['button']} onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="submit" className={buttons['primary']} disabled={from === undefined && to === undefined}>
          {t('sessions:range.apply')}
        </button>
      </div>
    </form>
  )
}
