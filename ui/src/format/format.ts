import type { Language } from './languages.js'
import { type Clock, localeOf } from './locale.js'

/** Formats numbers and times. Pure except for the language: the caller passes the current time. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let language: Language = 'en'
let clock: Clock = '24'
let words = localeOf(language, clock)

/** Sets the language of numbers and times. */
export const setLocale = (next: Language): void => {
  language = next
  words = localeOf(language, clock)
}

/** Sets whether times have 24 or 12 hours, and returns whether that is a change. */
export const setClock = (next: Clock): boolean => {
  if (next === clock) return false
  clock = next
  words = localeOf(language, clock)
  return true
}

/** `1,234,567`: for tooltips and other places where the exact value matters. */
export const exactCount = (value: number): string => words.grouped.format(value)

/** `0.7`, `12`: a small number with one decimal at most. */
export const decimal = (value: number): string => words.oneDecimal.format(value)

/** A value below 1000 with three significant digits at most, and by which power of 1000 it was divided. */
function scaled(value: number): readonly [digits: string, power: number] {
  let rest = value
  let power = 0
  // 999.5 would be rounded to 1000: it belongs to the next unit.
  while (rest >= 999.5 && power < words.thousands.length - 1) {
    rest /= 1000
    power += 1
  }
  // 9.95 rounds to 10.0 and 99.95 to 100, so the rounded value decides.
  return [power > 0 && rest < 99.95 ? words.oneDecimal.format(rest) : words.noDecimal.format(rest), power]
}

/** `947`, `1.9K`, `23.8B`: at most three significant digits, so a column stays readable. */
export function count(value: number): string {
  const [digits, power] = scaled(value)
  return `${digits}${words.thousands[power] ?? ''}`
}

/** `512 B`, `8.5 MB`: in powers of 1000, as file managers count. */
export function bytes(value: number): string {
  const [digits, power] = scaled(value)
  return `${digits} ${['', 'K', 'M', 'G', 'T'][power] ?? ''}B`
}

/** `$3.18`, `$1,189.57`, and `<$0.01` for an amount that would round to zero. */
export const usd = (value: number): string =>
  value > 0 && value < 0.005 ? `${words.lessThan}${words.dollars.format(0.01)}` : words.dollars.format(value)

/** `0.30`, `18.75`, `0.075`: dollars without the sign. */
export const rate = (value: number): string => words.rate.format(value)

/** `40 ms`, `12 s`, `3 min`, `3 h 12 min`, `4 d 3 h`: two units at most. */
export function duration(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`
  if (ms < DAY) return two(Math.floor(ms / HOUR), 'h', Math.floor((ms % HOUR) / MINUTE), 'min')
  return two(Math.floor(ms / DAY), words.day, Math.floor((ms % DAY) / HOUR), 'h')
}

/** `0 s`, `12 s`, `3 min`: the duration of a session, never in milliseconds. */
export const sessionTime = (ms: number): string => (ms < SECOND ? '0 s' : duration(ms))

/** `1.8 s`, `42 s`, `2 min 10 s`, `18 min`: a duration that is compared with others. */
export function callTime(ms: number): string {
  if (ms < 10 * SECOND) return `${words.oneDecimal.format(ms / SECOND)} s`
  if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`
  if (ms < 10 * MINUTE) return two(Math.floor(ms / MINUTE), 'min', Math.floor((ms % MINUTE) / SECOND), 's')
  return duration(ms)
}

/** `96 h 10 min`, `40 min`: a sum of working time, never in days. */
export const workTime = (ms: number): string =>
  ms < MINUTE
    ? `${ms > 0 ? '<\u00a01' : 0} min`
    : ms < HOUR
      ? duration(ms)
      : two(Math.floor(ms / HOUR), 'h', Math.floor((ms % HOUR) / MINUTE), 'min')

const two = (major: number, majorUnit: string, minor: number, minorUnit: string): string =>
  minor === 0 ? `${major} ${majorUnit}` : `${major} ${majorUnit} ${minor} ${minorUnit}`

/**
 * Time since an instant: `50 s`, `14 min`. A clock that runs behind the service's gives `0 s`, not a negative age.
 * Days drop their hours here: a column of ages is compared, not added up.
 */
export function age(since: string, now: number): string {
  const ms = Math.max(0, now - Date.parse(since))
  if (ms < SECOND) return '0 s'
  return ms < DAY ? duration(ms) : `${Math.floor(ms / DAY)} ${words.day}`
}

/** `14:02` today, `12 Nov, 14:02` this year, `12 Nov 2025` before that, in the reader's time zone. */
export function moment(at: string, now: number): string {
  const then = new Date(at)
  const today = new Date(now)
  if (then.toDateString() === today.toDateString()) return words.clockTime.format(then)
  if (then.getFullYear() === today.getFullYear())
    return `${words.dayMonth.format(then)}, ${words.clockTime.format(then)}`
  return words.dayMonthYear.format(then)
}

/** `14:02:11`, with the day and the year if they are not the current ones: for events that only seconds separate. */
export function momentSeconds(at: string, now: number): string {
  const then = new Date(at)
  const time = words.clockTimeSeconds.format(then)
  const today = new Date(now)
  if (then.toDateString() === today.toDateString()) return time
  if (then.getFullYear() === today.getFullYear()) return `${words.dayMonth.format(then)} ${time}`
  return `${words.dayMonthYear.format(then)}, ${time}`
}

/** The full date and time in the time zone of the user, for tooltips. */
export const instant = (at: string): string => {
  const then = new Date(at)
  return `${words.dayMonthYear.format(then)}, ${words.clockTimeSeconds.format(then)}`
}

const utcDay = (date: string): Date => new Date(`${date}T00:00:00Z`)

/** `12 Nov`, for a day such as `2026-11-12`. */
export const calendarDay = (date: string): string => words.calendarDay.format(utcDay(date))

/** `Thu 12 Nov`, for a day such as `2026-11-12`. */
export const weekdayDay = (date: string): string => words.weekdayDay.format(utcDay(date)).replace(',', '')

/** `21 Oct – 19 Nov 2026`, for two days; one day if both are the same. */
export const calendarRange = (first: string, last: string): string =>
  words.calendarDayYear.formatRange(utcDay(first), utcDay(last))

/** `November 2026`, for a day such as `2026-11-12`. */
export const monthYear = (date: string): string => words.calendarMonthYear.format(utcDay(date))

/** `Nov`, for a day such as `2026-11-12`. */
export const calendarMonth = (date: string): string => words.calendarMonth.format(utcDay(date))

/** `November`, or `November 2026` with its year, for a day such as `2026-11-12`. */
export const calendarMonthLong = (date: string, hasYear: boolean): string =>
  (hasYear ? words.calendarMonthYear : words.calendarMonthLong).format(utcDay(date))

/** `Thu`, for a day such as `2026-11-12`. */
export const weekday = (date: string): string => words.weekday.format(utcDay(date))

/** `62%`, rounded down. A small part is `<1%`, a part of nothing is 0%, and an exceeded budget is above 100%. */
/** @see share for parts of a whole: a limit that is nearly reached must not look reached */
export function percent(part: number, whole: number): string {
  const share = whole > 0 ? (part * 100) / whole : 0
  return share > 0 && share < 1 ? `${words.lessThan}${hundredths(1)}` : hundredths(Math.floor(share))
}

/** Returns the share of a part in a whole, rounded. It is neither nothing nor all of it unless it really is: `<1%`, `99%`. */
export function share(part: number, whole: number): string {
  if (whole <= 0) return hundredths(0)
  const hundred = 100
  const rounded = Math.round((part * hundred) / whole)
  if (part > 0 && rounded === 0) return `${words.lessThan}${hundredths(1)}`
  return hundredths(part < whole && rounded === hundred ? hundred - 1 : rounded)
}

/** `62%`, `2.5%`, of a value that counts hundredths. */
export const hundredths = (value: number): string => words.percent.format(value / 100)

/** Returns the last part of a path, which is how people name a directory. */
export const lastPart = (path: string): string => path.split(/[/\\]/).findLast((part) => part !== '') ?? path

// claude-opus-4-8-20260101 and claude-3-5-haiku-20241022: the family comes after the digits in the older names.
const CLAUDE = /^claude-(?:(\d{1,2}(?:-\d{1,2})?)-)?([a-z]+)(?:-(\d{1,2}(?:-\d{1,2})?))?(?:-\d{8})?(?:\[\w+\])?$/

const GPT = /^gpt-([\d.]+)((?:-[a-z]+)*)$/

const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** `Opus 4.8` for `claude-opus-4-8-20260101`, `GPT-5.6 Sol` for `gpt-5.6-sol`; other names are unchanged. */
export function modelName(model: string): string {
  const [, gpt, kinds = ''] = GPT.exec(model) ?? []
  if (gpt !== undefined) return [`GPT-${gpt}`, ...kinds.split('-').slice(1).map(capitalized)].join(' ')
  const [, before, family, after] = CLAUDE.exec(model) ?? []
  if (family === undefined) return model
  const version = (after ?? before ?? '').replace('-', '.')
  return `${capitalized(family)} ${version}`.trim()
}
