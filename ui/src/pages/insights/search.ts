import { type Provider, PROVIDERS } from '../../api/tools.js'
import { textOf } from '../../events/search.js'
import { isPreset, type Preset } from './period.js'

/** What the days are divided by. */
export const PARTS = ['model', 'project'] as const
export type Part = (typeof PARTS)[number]
export const MEASURES = ['cost', 'tokens'] as const
export type Measure = (typeof MEASURES)[number]
/** What the Activity tab draws by day. */
export const SERIES = ['sessions', 'time', 'prompts'] as const
export type Series = (typeof SERIES)[number]

/** The period and the filters of all tabs, and how the tabs draw. What is the default is not in the address. */
export interface InsightsSearch {
  /** 30 days without it. */
  readonly period?: Preset
  /** A custom range: the first and the last day. */
  readonly from?: string
  readonly to?: string
  readonly project?: readonly string[]
  readonly model?: readonly string[]
  readonly tool?: readonly Provider[]
  readonly machine?: readonly string[]
  readonly by?: Part
  readonly measure?: Measure
  readonly series?: Series
  /** The kind of error whose sessions are listed. */
  readonly kind?: string
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const dateOf = (given: unknown): string | undefined =>
  typeof given === 'string' && DATE.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined

const listOf = (given: unknown): readonly string[] =>
  (Array.isArray(given) ? given : [given]).filter((one): one is string => typeof one === 'string' && one !== '')

/** Periods as addresses of earlier releases name them. */
const OLD: Readonly<Record<string, Preset>> = { '7': '7d', '30': '30d', '90': '90d', all: 'all' }

export function insightsSearch(given: Record<string, unknown>): InsightsSearch {
  const [from, to] = [dateOf(given['from']), dateOf(given['to'])]
  const isCustom = from !== undefined && to !== undefined && from <= to
  const preset = isPreset(given['period']) ? given['period'] : OLD[String(given['days'])]
  const lists = {
    project: listOf(given['project']),
    model: listOf(given['model']),
    tool: PROVIDERS.filter((known) => listOf(given['tool'] ?? given['provider']).includes(known)),
    machine: listOf(given['machine'] ?? given['source']),
  }
  const series = SERIES.find((known) => known === given['series'])
  const kind = textOf(given['kind'])
  return {
    ...(isCustom ? { from, to } : preset === undefined || preset === '30d' ? {} : { period: preset }),
    ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
    ...(given['by'] === 'project' ? { by: 'project' } : {}),
    ...(given['measure'] === 'tokens' ? { measure: 'tokens' } : {}),
    ...(series === undefined || series === 'sessions' ? {} : { series }),
    ...(kind === undefined ? {} : { kind }),
  }
}
