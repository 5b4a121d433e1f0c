import type { Language } from './languages.js'

/** What differs between languages, apart from texts. */
interface Habits {
  readonly numbers: string
  readonly dates: string
  /** The suffixes of thousands, millions and so on. */
  readonly thousands: readonly [string, string, string, string, string]
  readonly day: string
  readonly lessThan: string
}

const HABITS: Readonly<Record<Language, Habits>> = {
  en: { numbers: 'en-US', dates: 'en-GB', thousands: ['', 'K', 'M', 'B', 'T'], day: 'd', lessThan: '<' },
  de: {
    numbers: 'de-DE',
    dates: 'de-DE',
    thousands: ['', '\u00a0Tsd.', '\u00a0Mio.', '\u00a0Mrd.', '\u00a0Bio.'],
    day: 'T',
    lessThan: '<\u00a0',
  },
}

/** Times have 24 hours, or 12 with am and pm. */
export type Clock = '24' | '12'

function make(language: Language, clock: Clock) {
  const hours = clock === '12' ? ({ hour: 'numeric', hour12: true } as const) : ({ hour: '2-digit' } as const)
  const { numbers, dates, ...words } = HABITS[language]
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(numbers, options)
  const date = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(dates, options)
  return {
    ...words,
    grouped: number({}),
    noDecimal: number({ maximumFractionDigits: 0 }),
    oneDecimal: number({ maximumFractionDigits: 1 }),
    // Always with cents, and with a tenth of a cent if there is one, so that a column of rates aligns at its points.
    rate: number({ minimumFractionDigits: 2 }),
    percent: number({ style: 'percent', maximumFractionDigits: 2 }),
    dollars: number({ style: 'currency', currency: 'USD' }),
    clockTime: date({ ...hours, minute: '2-digit' }),
    clockTimeSeconds: date({ ...hours, minute: '2-digit', second: '2-digit' }),
    dayMonth: date({ day: 'numeric', month: 'short' }),
    dayMonthYear: date({ day: 'numeric', month: 'short', year: 'numeric' }),
    // Days that have no time, such as those of a chart.
    calendarDay: date({ day: 'numeric', month: 'short', timeZone: 'UTC' }),
    calendarDayYear: date({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
    weekdayDay: date({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
    calendarMonth: date({ month: 'short', timeZone: 'UTC' }),
    calendarMonthLong: date({ month: 'long', timeZone: 'UTC' }),
    calendarMonthYear: date({ month: 'long', year: 'numeric', timeZone: 'UTC' }),
    weekday: date({ weekday: 'short', timeZone: 'UTC' }),
  }
}

type Locale = ReturnType<typeof make>

const made = new Map<string, Locale>()

/** Returns how a language writes numbers and times. */
export function localeOf(language: Language, clock: Clock): Locale {
  const key = `${language} ${clock}`
  const known = made.get(key)
  if (known !== undefined) return known
  const locale = make(language, clock)
  made.set(key, locale)
  return locale
}
