import { CalendarDays, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { calendarRange } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { classes } from '../../kit/classes.js'
import { Popover } from '../../kit/popover.js'
import { SegmentedControl } from '../../kit/segmented-control.js'
import styles from './page.module.css'
import { PRESETS, type Preset, presetOf } from './period.js'
import period from './period-control.module.css'
import { RangePicker } from './range-picker.js'
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
    <div className={styles['period']}>
      <div className={styles['presets']}>
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
      <CustomPeriod isSet={!hasButton} name={hasButton ? t('insights:period.custom') : name} place={styles['custom']} />
      <CustomPeriod isSet={false} name={name} place={styles['phone']} />
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
  const [isOpen, setOpen] = useState(false)
  const preset = presetOf(search)
  return (
    <div className={place}>
      <Popover
        label={t('insights:period.label')}
        align="end"
        width={520}
        className={period['panel']}
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className={period['trigger']} data-set={isSet}>
            <CalendarDays size={14} aria-hidden />
            {name}
            <ChevronDown size={14} aria-hidden />
          </button>
        }
      >
        <ul className={period['list']}>
          {PRESETS.map((one) => (
            <li key={one}>
              <button
                type="button"
                className={classes(period['preset'])}
                aria-pressed={one === preset}
                onClick={() => {
                  change({ period: one, from: undefined, to: undefined })
                  setOpen(false)
                }}
              >
                {t(`insights:period.long.${one}`)}
              </button>
            </li>
          ))}
        </ul>
        <RangePicker
          range={range}
          onCancel={() => setOpen(false)}
          onApply={(from, to) => {
            change({ period: undefined, from, to })
            setOpen(false)
          }}
        />
      </Popover>
    </div>
  )
}
