import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { dateOf, daysIn, monthAfter, weeksOf } from '../format/days.js'
import { calendarDay, calendarMonthLong, weekday } from '../format/format.js'
import { useWords } from '../i18n/use-words.js'
import { useToday } from '../live/clock.js'
import buttons from './button.module.css'
import styles from './date-range-popover.module.css'
import { Popover } from './popover.js'

/** Days, both included. */
interface Range {
  readonly from: string | undefined
  readonly to: string | undefined
}

interface DateRangePopoverProps<P extends string> extends Range {
  readonly label: string
  /** The button that opens it. */
  readonly trigger: ReactElement
  readonly align?: 'start' | 'end'
  /** The periods that have a name, each with it. */
  readonly presets: readonly (readonly [P, string])[]
  readonly preset: P | undefined
  /** Whether one of the two days is enough. */
  readonly isOpenEnded?: boolean
  readonly onPreset: (preset: P) => void
  readonly onApply: (range: Range) => void
}

/** Chooses a period: one that has a name, or days. */
export function DateRangePopover<P extends string>(props: DateRangePopoverProps<P>) {
  const { label, trigger, align = 'start', presets, preset, onPreset, onApply, ...days } = props
  const t = useWords()
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <Popover label={label} trigger={trigger} align={align} width={540} open={isOpen} onOpenChange={setOpen}>
      <div className={styles['panel']}>
        <div className={styles['presets']} role="group" aria-label={t('dates.presets')}>
          {presets.map(([one, name]) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === preset}
              onClick={() => {
                close()
                onPreset(one)
              }}
            >
              {name}
            </button>
          ))}
        </div>
        <Days
          {...days}
          onApply={(range) => {
            close()
            onApply(range)
          }}
          onCancel={close}
        />
      </div>
    </Popover>
  )
}

interface DaysProps extends Range {
  readonly isOpenEnded?: boolean
  readonly onApply: (range: Range) => void
  readonly onCancel: () => void
}

/** A month to choose the first and the last day in, which can also be typed. */
function Days({ isOpenEnded = false, onApply, onCancel, ...given }: DaysProps) {
  const t = useWords()
  const [from, setFrom] = useState(given.from)
  const [to, setTo] = useState(given.to)
  const [month, setMonth] = useState(() => monthAfter(given.to ?? given.from ?? dateOf(Date.now()), 0))
  const today = useToday()
  const pick = (day: string): void => {
    // The first click starts a new range, the second ends it.
    if (from === undefined || to !== undefined || day < from) {
      setFrom(day)
      setTo(undefined)
    } else setTo(day)
  }
  const weeks = weeksOf(month)
  const isWhole = from !== undefined && to !== undefined && from <= to
  const isComplete = isWhole || (isOpenEnded && (from === undefined) !== (to === undefined))
  return (
    <form
      className={styles['days']}
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) onApply({ from, to })
      }}
    >
      <div className={styles['fields']}>
        <label>
          {t('dates.from')}
          <input
            type="date"
            value={from ?? ''}
            max={to ?? today}
            onChange={({ target }) => setFrom(target.value || undefined)}
          />
        </label>
        <label>
          {t('dates.to')}
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
        <button type="button" aria-label={t('dates.monthBefore')} onClick={() => setMonth(monthAfter(month, -1))}>
          <ChevronLeft size={16} aria-hidden />
        </button>
        <span aria-live="polite">{calendarMonthLong(month, true)}</span>
        <button
          type="button"
          aria-label={t('dates.monthAfter')}
          disabled={monthAfter(month, 1) > today}
          onClick={() => setMonth(monthAfter(month, 1))}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
      </div>
      <div className={styles['grid']}>
        {weeks[0]?.map((day) => (
          <span key={day} aria-hidden>
            {weekday(day).slice(0, 2)}
          </span>
        ))}
        {weeks.flat().map((day) => (
          <button
            key={day}
            type="button"
            data-other={monthAfter(day, 0) !== month}
            data-within={from !== undefined && to !== undefined && day > from && day < to}
            aria-label={calendarDay(day)}
            aria-pressed={day === from || day === to}
            disabled={day > today}
            onClick={() => pick(day)}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
      <div className={styles['foot']}>
        <span>
          {isWhole ? t('dates.days', { count: daysIn(from, to) }) : !isComplete && !isOpenEnded && t('dates.choose')}
        </span>
        <button type="button" className={buttons['button']} onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="submit" className={buttons['primary']} disabled={!isComplete}>
          {t('dates.apply')}
        </button>
      </div>
    </form>
  )
}
