import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { calendarRange, monthYear, weekday } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { dayAfter, type DayRange, daysIn } from './period.js'
import styles from './period-control.module.css'
import { useToday } from './use-insights.js'

const WEEK = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08']
const WEEKS = 6

interface RangePickerProps {
  readonly range: DayRange
  readonly onApply: (first: string, last: string) => void
  readonly onCancel: () => void
}

/** Chooses the first and the last day, in fields or in a month: one click for each. */
export function RangePicker({ range, onApply, onCancel }: RangePickerProps) {
  const t = useWords()
  const today = useToday()
  const [from, setFrom] = useState(range.first ?? '')
  const [to, setTo] = useState(range.last)
  const [month, setMonth] = useState(`${range.last.slice(0, 7)}-01`)
  /** Whether the next click in the month sets the last day. */
  const [isOpen, setOpen] = useState(false)
  const isValid = from !== '' && to !== '' && from <= to
  const pick = (date: string): void => {
    if (isOpen && date >= from) {
      setTo(date)
      setOpen(false)
      return
    }
    setFrom(date)
    setTo(date)
    setOpen(true)
  }
  return (
    <form
      className={styles['picker']}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) onApply(from, to)
      }}
    >
      <div className={styles['fields']}>
        <label>
          {t('insights:period.from')}
          <input type="date" value={from} max={today} onChange={({ target }) => setFrom(target.value)} />
        </label>
        <label>
          {t('insights:period.to')}
          <input type="date" value={to} min={from} max={today} onChange={({ target }) => setTo(target.value)} />
        </label>
      </div>
      <div className={styles['month']}>
        <button
          type="button"
          aria-label={t('insights:period.monthBefore')}
          onClick={() => setMonth(monthFrom(month, -1))}
        >
          <ChevronLeft size={16} aria-hidden />
        </button>
        <span aria-live="polite">{monthYear(month)}</span>
        <button
          type="button"
          aria-label={t('insights:period.monthAfter')}
          disabled={monthFrom(month, 1) > today}
          onClick={() => setMonth(monthFrom(month, 1))}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
      </div>
      <div className={styles['days']}>
        {WEEK.map((day) => (
          <span key={day} aria-hidden>
            {weekday(day).slice(0, 2)}
          </span>
        ))}
        {daysAround(month).map((date) => (
          <button
            key={date}
            type="button"
            className={styles['day']}
            data-other={date.slice(0, 7) !== month.slice(0, 7)}
            data-in={date > from && date < to}
            aria-pressed={date === from || date === to}
            aria-label={calendarRange(date, date)}
            disabled={date > today}
            onClick={() => pick(date)}
          >
            {Number(date.slice(8))}
          </button>
        ))}
      </div>
      <div className={styles['foot']}>
        <span>{isValid ? t('insights:days', { count: daysIn(from, to) }) : t('insights:period.invalid')}</span>
        <button type="button" className={buttons['button']} onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="submit" className={buttons['primary']} disabled={!isValid}>
          {t('insights:period.apply')}
        </button>
      </div>
    </form>
  )
}

const monthFrom = (month: string, many: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + many, 1)).toISOString().slice(0, 10)
}

/** Returns six weeks from the Monday on or before the first of a month. */
const daysAround = (month: string): readonly string[] => {
  const monday = dayAfter(month, -((new Date(`${month}T00:00:00Z`).getUTCDay() + 6) % 7))
  return Array.from({ length: WEEKS * 7 }, (_, index) => dayAfter(monday, index))
}
