import { useQuery } from '@tanstack/react-query'
import type { Column } from '../../../figures/figure.js'
import { AxisTitle, Panel } from '../../../figures/panel.js'
import type { Bar } from '../../../figures/bar.js'
import { StackedBars } from '../../../figures/stacked-bars.js'
import { count, usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { bucketsOf, unitOf } from '../buckets.js'
import { budgetsQuery } from '../../../api/queries.js'
import { ChartLegend, DashKey } from '../parts.js'
import type { TabAnswer } from '../answers.js'
import { MEASURES, PARTS } from '../search.js'
import { useToday } from '../../../live/clock.js'
import { useInsights } from '../use-insights.js'
import { monthlyBudget, pacePerDay } from './budget.js'
import { costSeries } from './cost-series.js'

/** Cost or tokens over time, by model or project. A click on a bar shows its days only. */
export function CostChart({ data }: { data: TabAnswer<'cost'> }) {
  const t = useWords()
  const { search, range, change, showDays } = useInsights()
  const { data: budgets } = useQuery(budgetsQuery)
  const { measure = 'cost', by = 'model' } = search
  const first = range.first ?? data.days[0]?.date ?? range.last
  const unit = unitOf(first, range.last)
  const buckets = bucketsOf(first, range.last, useToday())
  const { keys, bars } = costSeries(data, by, measure, buckets)
  const words = measure === 'cost' ? usd : count
  const budget = monthlyBudget(budgets ?? [], search.project ?? [])
  const pace = measure === 'cost' && unit === 'day' && budget !== undefined ? pacePerDay(budget) : undefined
  const dayColumns: readonly Column<Bar>[] = [
    { title: t(`insights:unit.${unit}`), value: ({ date }) => date, show: ({ title }) => title },
    ...keys.map(
      ({ name }, index): Column<Bar> => ({
        title: name,
        isNumber: true,
        isSpare: true,
        value: ({ amounts }) => amounts[index] ?? 0,
        show: ({ amounts }) => words(amounts[index] ?? 0),
      }),
    ),
    {
      title: t('insights:column.total'),
      isNumber: true,
      value: ({ amounts }) => amounts.reduce((sum, amount) => sum + amount, 0),
      show: ({ amounts }) => words(amounts.reduce((sum, amount) => sum + amount, 0)),
    },
  ]
  return (
    <Panel
      title={t(`insights:cost.title.${measure}`)}
      hidesTitle
      name={`${measure}-by-${by}-${first}-${range.last}`}
      columns={dayColumns}
      // Newest first: the last days are what is looked up.
      rows={keys.length === 0 ? [] : bars.toReversed()}
      empty={t('insights:noUsage')}
      controls={
        <>
          <SegmentedControl
            label={t('insights:cost.measure')}
            hidesLabel
            name="measure"
            value={measure}
            options={MEASURES.map((one) => [one, t(`insights:cost.measures.${one}`)] as const)}
            onChange={(chosen) => change({ measure: chosen })}
          />
          <SegmentedControl
            label={t('insights:cost.by')}
            hidesLabel
            name="by"
            value={by}
            options={PARTS.map((one) => [one, t(`insights:cost.parts.${one}`)] as const)}
            onChange={(chosen) => change({ by: chosen })}
          />
          <AxisTitle>{t(`insights:cost.axis.${measure}`, { unit: t(`insights:per.${unit}`) })}</AxisTitle>
          <ChartLegend keys={keys}>
            {pace !== undefined && <DashKey>{t('insights:cost.pace', { cost: usd(pace) })}</DashKey>}
          </ChartLegend>
        </>
      }
    >
      <StackedBars
        key={`${first} ${range.last}`}
        bars={bars}
        keys={keys}
        words={words}
        levels={measure === 'cost' ? short : count}
        label={t(`insights:cost.title.${measure}`)}
        pace={pace}
        pickHint={t(`insights:pick.${unit}`)}
        onPick={
          buckets.length < 2
            ? undefined
            : ({ date }) => {
                const bucket = buckets.find((one) => one.first === date)
                if (bucket !== undefined) showDays(bucket.first, bucket.last)
              }
        }
      />
    </Panel>
  )
}

/** A level of the axis: whole dollars without cents. */
const short = (value: number): string =>
  Number.isInteger(value) ? usd(value).replace(/[.,]00(?=\D*$)/, '') : usd(value)
