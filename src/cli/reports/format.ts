import { PER_USD, type Money } from '../../domain/pricing/cost.js'
import { type Instant, MINUTE } from '../../domain/time.js'
import type { Zone } from '../../domain/reports/zone.js'

const grouped = new Intl.NumberFormat('en-US')
const abbreviated = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const CENT = PER_USD / 100n

/** Formats a number of tokens, in full or abbreviated. */
export const tokens = (n: number, compact: boolean): string => (compact ? abbreviated : grouped).format(Math.round(n))

/** Formats an exact amount, rounded half up to the cent. */
export const money = (amount: Money): string => {
  const cents = (amount + CENT / 2n) / CENT
  return `$${grouped.format(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`
}

/** Formats an approximate amount to the cent. */
export const usd = (amount: number): string =>
  `$${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** Returns the short name of a model, without its vendor prefix and release date. */
export const modelName = (model: string): string => model.replace(/^claude-/, '').replace(/-20\d{6}$/, '')

const UNITS = [
  ['d', 1440],
  ['h', 60],
  ['m', 1],
] as const

/** Formats a duration in its two largest units. */
export const duration = (length: Instant): string => {
  let minutes = Math.max(0, Math.round(length / MINUTE))
  const words: string[] = []
  for (const [unit, size] of UNITS) {
    const n = Math.floor(minutes / size)
    minutes -= n * size
    if (n > 0 || (unit === 'm' && words.length === 0)) words.push(`${n}${unit}`)
  }
  return words.slice(0, 2).join(' ')
}

/** Formats date and time in a zone, to the minute. */
export const moment = (at: Instant, zone: Zone): string =>
  new Date(Math.max(0, at - zone.offsetAt(at) * MINUTE)).toISOString().slice(0, 16).replace('T', ' ')
