import { CalendarDays, ChevronDown } from 'lucide-react'
import { calendarRange } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { DateRangePopover } from '../../kit/date-range-popover.js'
import { SegmentedControl } from '../../kit/segmented-control.js'
import page from './page.module.css'
import { PRESETS, type Preset, presetOf } from './period.js'
import styles from './period-control.module.css'
import { useInsights } from './use-insights.js'

/** Those with a button of their own; the others are in the list. */
const BUTTONS = ['today', 'yesterday', '7d', '30d', '90d', 'all'] as const satisfies readonly Preset[]

/** Chooses the period of all figures: one that has a name, or any days. */
export function PeriodControl() {
  const t = useWords()
  const { search, range, change } = useInsights()
  const preset = presetOf(search)
  const hasButton = BUTTONS.some((one) => one === preset)
  const choose = (chosen: Preset): void => change({ period: chosen, from: undefined, to: undefined })
  const name =
    preset !== undefined
      ? t(`insights:period.${preset}`)
      : range.first === undefined
        ? ''
        : calendarRange(range.first, range.last)
  return (
    <div className={page['period']}>
      <div className={page['presets']}>
        <SegmentedControl<Preset | ''>
          label={t('insights:period.label')}
          hidesLabel
          name="period"
          value={hasButton ? (preset ?? '') : ''}
          options={BUTTONS.map((one) => [one, t(`insights:period.${one}`)] as const)}
          onChange={(chosen) => {
            if (chosen !== '') choose(chosen)
          }}
        />
      </div>
      <CustomPeriod isSet={!hasButton} name={hasButton ? t('insights:period.custom') : name} place={page['custom']} />
      <CustomPeriod isSet={false} name={name} place={page['phone']} />
    </div>
  )
}

interface CustomPeriodProps {
  readonly isSet: boolean
  readonly name: string
  readonly place: string | undefined
}

function CustomPeriod({ isSet, name, place }: CustomPeriodProps) {
  const t = useWords()
  const { search, range, change } = useInsights()
  return (
    <div className={place}>
      <DateRangePopover
        label={t('insights:period.label')}
        align="end"
        trigger={
          <button type="button" className={styles['trigger']} data-set={isSet}>
            <CalendarDays size={14} aria-hidden />
            {name}
            <ChevronDown size={14} aria-hidden />
          </button>
        }
        presets={PRESETS.map((one) => [one, t(`insights:period.long.${one}`)] as const)}
        preset={presetOf(search)}
        from={range.first}
        to={range.last}
        onPreset={(one) => change({ period: one, from: undefined, to: undefined })}
        onApply={({ from, to }) => change({ period: undefined, from, to })}
      />
    </div>
  )
}
