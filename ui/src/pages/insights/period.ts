import { dayAfter, startOfDay } from '../../format/days.js'

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

/** Returns the instants between which a range lies; `to` is exclusive. */
export const boundsOf = ({ first, last }: DayRange): { readonly from: string | undefined; readonly to: string } => ({
  from: first === undefined ? undefined : startOfDay(first).toISOString(),
  to: startOfDay(last, 1).toISOString(),
})
