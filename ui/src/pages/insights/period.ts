/** The periods that have a name. */
export const PRESETS = ['today', 'yesterday', '7d', '30d', '90d', 'month', 'lastMonth', 'all'] as const
export type Preset = (typeof PRESETS)[number]

export const isPreset = (given: unknown): given is Preset => PRESETS.some((known) => known === given)

/** Civil days of the user, both inclusive. Without a first day the range has no start. */
export interface DayRange {
  readonly first: string | undefined
  readonly last: string
}

interface Chosen {
  readonly period?: Preset
  readonly from?: string
  readonly to?: string
}

const LENGTHS: Readonly<Partial<Record<Preset, number>>> = { '7d': 7, '30d': 30, '90d': 90 }

/** Returns the preset in force; undefined for a custom range. */
export const presetOf = ({ period, from }: Chosen): Preset | undefined =>
  from === undefined ? (period ?? '30d') : undefined

/** Returns the days of a period. */
export function rangeOf(chosen: Chosen, today: string): DayRange {
  const { from, to } = chosen
  if (from !== undefined && to !== undefined) return { first: from, last: to }
  const preset = presetOf(chosen) ?? '30d'
  const length = LENGTHS[preset]
  if (length !== undefined) return { first: dayAfter(today, 1 - length), last: today }
  const monthStart = `${today.slice(0, 7)}-01`
  switch (preset) {
    case 'yesterday':
      return { first: dayAfter(today, -1), last: dayAfter(today, -1) }
    case 'month':
      return { first: monthStart, last: today }
    case 'lastMonth': {
      const last = dayAfter(monthStart, -1)
      return { first: `${last.slice(0, 7)}-01`, last }
    }
    case 'all':
      return { first: undefined, last: today }
    default:
      return { first: today, last: today }
  }
}

/** Returns when a civil day of the reader starts, so many days later. */
const startOf = (date: string, daysLater = 0): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day + daysLater).toISOString()
}

/** Returns the instants between which a range lies; `to` is exclusive. */
export const boundsOf = ({ first, last }: DayRange): { readonly from: string | undefined; readonly to: string } => ({
  from: first === undefined ? undefined : startOf(first),
  to: startOf(last, 1),
})

const DAY_MS = 86_400_000

/** Returns the number of days of a range that has a start. */
export const daysIn = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1

/** Returns the date so many days later. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
