import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { daysIn } from '../../format/days.js'
import { decimal, exactCount, hundredths } from '../../format/format.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import styles from './page.module.css'
import { type DayRange, presetOf } from './period.js'
import type { InsightsSearch } from './search.js'

interface HeadlineProps {
  /** The total of the period. */
  readonly children: ReactNode
  /** Whether it is more or less than before; undefined draws no arrow. */
  readonly trend?: number | undefined
  /** How it compares with the period before. */
  readonly delta?: ReactNode
}

/** The one figure of a tab that matters most, and how it changed. */
export function Headline({ children, trend = 0, delta }: HeadlineProps) {
  return (
    <div>
      <p className={styles['headline']} data-headline>
        {children}
      </p>
      <p className={styles['delta']}>
        {trend > 0 && <ArrowUp size={12} aria-hidden />}
        {trend < 0 && <ArrowDown size={12} aria-hidden />}
        <span>{delta}</span>
      </p>
    </div>
  )
}

/** Returns the name of the period before: "the previous 30 days"; undefined if there is none. */
export function usePrevious(search: InsightsSearch, range: DayRange): string | undefined {
  const t = useWords()
  if (range.first === undefined) return undefined
  const preset = presetOf(search)
  if (preset === 'today') return t('insights:previous.yesterday')
  const days = daysIn(range.first, range.last)
  return days === 1 ? t('insights:previous.day') : t('insights:previous.days', { count: days })
}

interface ChangeProps {
  readonly now: number
  readonly before: number
  readonly previous: string
  /** Whether it is a number of things, and not an amount. */
  readonly isCount: boolean
  /** The value before, in words. */
  readonly words?: string
}

/** "14% more than the previous 30 days ($471.96)". */
export function Change({ now, before, previous, isCount, words }: ChangeProps) {
  const components = { b: <b /> }
  const was = words === undefined ? '' : ` (${words})`
  if (before === 0) return <Trans i18nKey="insights:delta.none" values={{ previous }} components={components} />
  const change = now / before
  if (Math.abs(change - 1) < 0.005) {
    return <Trans i18nKey="insights:delta.same" values={{ previous, was }} components={components} />
  }
  if (change >= 2) {
    const times = change < 10 ? decimal(change) : exactCount(Math.round(change))
    const key = isCount ? 'insights:delta.timesMany' : 'insights:delta.timesMuch'
    return <Trans i18nKey={key} values={{ times, previous, was }} components={components} />
  }
  return change > 1 ? (
    <Trans
      i18nKey="insights:delta.more"
      values={{ change: share(change - 1), previous, was }}
      components={components}
    />
  ) : (
    <Trans
      i18nKey="insights:delta.less"
      values={{ change: share(1 - change), previous, was }}
      components={components}
    />
  )
}

const share = (part: number): string => hundredths(Math.max(1, Math.round(part * 100)))
