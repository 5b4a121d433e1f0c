import { CalendarDays, ChevronDown } from 'lucide-react'
import { calendarDay } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { DateRangePopover } from '../../../kit/date-range-popover.js'
import trigger from '../../../kit/trigger.module.css'
import { RANGES } from '../range.js'
import type { SessionsSearch } from '../search.js'

type Chosen = Pick<SessionsSearch, 'range' | 'from' | 'to'>

interface DateFilterProps {
  readonly value: Chosen
  readonly onChange: (value: Chosen) => void
}

/** Filters by the day of the last activity: a period that moves with the time, or days of a calendar. */
export function DateFilter({ value: { range, from, to }, onChange }: DateFilterProps) {
  const t = useWords()
  const isSet = range !== undefined || from !== undefined || to !== undefined
  const name =
    range !== undefined
      ? t(`range.${range}`)
      : isSet
        ? t('sessions:range.days', { from: dayName(from), to: dayName(to) })
        : t('sessions:range.any')
  return (
    <DateRangePopover
      label={t('sessions:range.label')}
      trigger={
        <button type="button" className={trigger['trigger']} data-set={isSet}>
          <CalendarDays size={14} aria-hidden />
          <span className={trigger['name']}>{name}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      }
      presets={[...RANGES.map((one) => [one, t(`range.${one}`)] as const), ['all', t('sessions:range.all')]]}
      preset={range ?? (isSet ? undefined : 'all')}
      from={from}
      to={to}
      isOpenEnded
      onPreset={(one) => onChange(one === 'all' ? {} : { range: one })}
      onApply={({ from: first, to: last }) =>
        onChange({ ...(first === undefined ? {} : { from: first }), ...(last === undefined ? {} : { to: last }) })
      }
    />
  )
}

const dayName = (day: string | undefined): string => (day === undefined ? '…' : calendarDay(day))
