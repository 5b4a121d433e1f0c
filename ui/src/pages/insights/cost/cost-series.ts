import type { Bar } from '../../../figures/bar.js'
import { type Key, keysOf, modelColours, OTHER } from '../../../figures/palette.js'
import { count, modelName } from '../../../format/format.js'
import { t } from '../../../i18n/i18n.js'
import { namedApart } from '../../../kit/named-apart.js'
import { type Bucket, summed } from '../buckets.js'
import { projectName } from '../project-name.js'
import type { TabAnswer } from '../answers.js'
import type { Measure, Part } from '../search.js'

type Cost = TabAnswer<'cost'>
type Day = Cost['days'][number]

/** Parts that have a colour of their own; the others share one, as in `keysOf`. */
const MOST = 5

const amountOf = (
  measure: Measure,
  { cost, total_tokens }: { readonly cost: number; readonly total_tokens: number },
) => (measure === 'cost' ? cost : total_tokens)

/** Returns the bars of the Cost tab and the names of their parts, the largest part at the bottom. */
export function costSeries(
  { days, models, projects }: Pick<Cost, 'days' | 'models' | 'projects'>,
  part: Part,
  measure: Measure,
  buckets: readonly Bucket[],
): { readonly keys: readonly Key[]; readonly bars: readonly Bar[] } {
  const sums =
    part === 'model'
      ? models.map((model) => ({ id: model.model, amount: amountOf(measure, model) }))
      : projects.map((project) => ({ id: project.cwd ?? '', amount: amountOf(measure, project) }))
  const ids = sums
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => b.amount - a.amount)
    .map(({ id }) => id)
  const named = ids.slice(0, MOST)
  const hasRest = ids.length > MOST
  const names = new Map(
    namedApart(named, (id) => (part === 'model' ? modelName(id) : projectName(id === '' ? null : id))),
  )
  const colours = part === 'model' ? modelColours(named) : undefined
  const { colourOf } = keysOf(named)
  const keys = [
    ...named.map((id) => ({ name: names.get(id) ?? id, colour: colours?.get(id) ?? colourOf(id) })),
    ...(hasRest ? [{ name: t('insights:cost.rest'), colour: OTHER }] : []),
  ]
  const place = new Map(named.map((id, index) => [id, index]))
  const partsOf = (day: Day) =>
    part === 'model'
      ? day.models.map((model) => ({ id: model.model, amount: amountOf(measure, model) }))
      : day.projects.map((project) => ({ id: project.cwd ?? '', amount: amountOf(measure, project) }))
  const bars = summed(buckets, days).map((inside, index) => {
    const amounts = keys.map(() => 0)
    for (const day of inside) {
      for (const { id, amount } of partsOf(day)) {
        const at = place.get(id) ?? MOST
        if (amount > 0) amounts[at] = (amounts[at] ?? 0) + amount
      }
    }
    const bucket = buckets[index]
    const tokens = inside.reduce((sum, day) => sum + day.total_tokens, 0)
    // Only a day has a number of sessions: one that works for two days would count twice.
    const sessions = inside.length === 1 && bucket?.first === bucket?.last ? inside[0]?.sessions : undefined
    return {
      date: bucket?.first ?? '',
      label: bucket?.label ?? '',
      title: bucket?.title ?? '',
      isNow: bucket?.isNow ?? false,
      amounts,
      foot:
        tokens === 0
          ? []
          : [
              sessions === undefined
                ? t('insights:cost.tokens', { tokens: count(tokens) })
                : t('insights:cost.foot', { count: sessions, tokens: count(tokens) }),
            ],
    }
  })
  return { keys, bars }
}
