import { dateOf, everyDay } from '../../figures/day-columns.js'
import { type Key, keysOf } from '../../figures/palette.js'
import type { UsageReport } from '../../api/types.js'
import { count, hundredths, lastPart, modelName, usd } from '../../format/format.js'
import { t } from '../../i18n/i18n.js'
import { namedApart } from '../../kit/named-apart.js'
import type { Measure, Part, Span } from './search.js'

interface Used {
  readonly cost: number
  readonly total_tokens: number
}

export const valueOf = (measure: Measure, { cost, total_tokens }: Used): number =>
  measure === 'cost' ? cost : total_tokens

export const wordsOf = (measure: Measure, value: number): string => (measure === 'cost' ? usd(value) : count(value))

/** The dates of a span that ends today; all on which something was used when it is not limited, and those between. */
export function datesOf(days: readonly { readonly date: string }[], span: Span, now: number): readonly string[] {
  const today = dateOf(now)
  if (span !== 'all') return everyDay(dateOf(now, span - 1), today)
  const first = days[0]?.date
  return first === undefined ? [] : everyDay(first, today > first ? today : first)
}

/** `in 30 days, 12% less than in the 30 before.` */
export function comparison({ totals, previous }: UsageReport, span: Span, measure: Measure): string {
  if (span === 'all' || previous === null) return t('insights:cost.inAll')
  const [used, before] = [valueOf(measure, totals), valueOf(measure, previous)]
  if (before === 0) return t('insights:cost.first', { days: span })
  const change = Math.round((used / before - 1) * 100)
  if (change === 0) return t('insights:cost.same', { days: span })
  // Beyond a doubling a percentage says less than the amount.
  if (change > 100) return t('insights:cost.amount', { days: span, before: wordsOf(measure, before) })
  return t(`insights:cost.${change < 0 ? 'less' : 'more'}`, { days: span, change: hundredths(Math.abs(change)) })
}

/** How projects are called: by the last part of their directory, or by all of it where two share that. */
export const projectNames = (directories: readonly (string | null)[]): ReadonlyMap<string | null, string> =>
  new Map<string | null, string>([
    ...namedApart(
      directories.filter((cwd) => cwd !== null),
      lastPart,
    ),
    [null, t('insights:project.none')],
  ])

const partsOf = (
  usage: UsageReport,
  by: Part,
): readonly (Used & { readonly name: string; readonly key: string | null })[] => {
  if (by === 'model') return usage.models.map((model) => ({ ...model, key: model.model, name: modelName(model.model) }))
  const names = projectNames(usage.projects.map(({ cwd }) => cwd))
  return usage.projects.map((project) => ({ ...project, key: project.cwd, name: names.get(project.cwd) ?? '' }))
}

const ofDay = (day: UsageReport['days'][number], by: Part): readonly (Used & { readonly key: string | null })[] =>
  by === 'model'
    ? day.models.map((model) => ({ ...model, key: model.model }))
    : day.projects.map((project) => ({ ...project, key: project.cwd }))

/** An amount for each day and each of the largest parts; what the small ones used is one part. */
export function overTime(usage: UsageReport, by: Part, measure: Measure, dates: readonly string[]) {
  const largest = partsOf(usage, by)
    .filter((part) => valueOf(measure, part) > 0)
    .toSorted((a, b) => valueOf(measure, b) - valueOf(measure, a))
  const { keys } = keysOf(
    largest.map(({ name }) => name),
    t('insights:cost.rest'),
  )
  const places = new Map(largest.map(({ key }, index) => [key, Math.min(index, keys.length - 1)]))
  const days = new Map(usage.days.map((day) => [day.date, day]))
  const rows = dates.map((date) => {
    const amounts: number[] = keys.map(() => 0)
    const day = days.get(date)
    for (const part of day === undefined ? [] : ofDay(day, by)) {
      const place = places.get(part.key)
      if (place !== undefined) amounts[place] = (amounts[place] ?? 0) + valueOf(measure, part)
    }
    return { date, amounts }
  })
  return { keys: keys satisfies readonly Key[], rows }
}
