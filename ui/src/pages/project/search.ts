import { textOf } from '../../events/search.js'

/** The periods of the page, all time last. */
export const PERIODS = ['today', '7d', '30d', 'all'] as const
export type ProjectPeriod = (typeof PERIODS)[number]

export interface ProjectSearch {
  /** Which directory, if several have the name. */
  readonly cwd?: string
  /** The last 30 days unless it says otherwise. */
  readonly period?: Exclude<ProjectPeriod, '30d'>
}

/** Reads the address of the page. */
export function projectSearch(given: Record<string, unknown>): ProjectSearch {
  const cwd = textOf(given['cwd'])
  const period = PERIODS.find((one) => one === given['period'])
  return {
    ...(cwd === undefined ? {} : { cwd }),
    ...(period === undefined || period === '30d' ? {} : { period }),
  }
}
