import type { Column } from '../../../figures/figure.js'
import { PROVIDER_COLOURS } from '../../../figures/palette.js'
import { AxisTitle, Panel } from '../../../figures/panel.js'
import type { Bar } from '../../../figures/bar.js'
import { StackedBars } from '../../../figures/stacked-bars.js'
import { count, workTime } from '../../../format/format.js'
import { PROVIDERS, toolOf } from '../../../api/tools.js'
import { useWords } from '../../../i18n/use-words.js'
import { SegmentedControl } from '../../../kit/segmented-control.js'
import { bucketsOf, summed, unitOf } from '../buckets.js'
import { ChartLegend } from '../parts.js'
import type { TabAnswer } from '../answers.js'
import { SERIES, type Series } from '../search.js'
import { useToday } from '../../../live/clock.js'
import { useInsights } from '../use-insights.js'

type Day = TabAnswer<'activity'>['days'][number]
type Share = Day['providers'][number]

const HOUR_MS = 3_600_000

const VALUES: Readonly<Record<Series, (share: Share) => number>> = {
  sessions: ({ sessions }) => sessions,
  time: ({ agent_ms }) => agent_ms / HOUR_MS,
  prompts: ({ prompts }) => prompts,
}

/** Sessions, agent time or prompts over time, by agent tool. A session counts on each day on which it was active. */
export function ActivityChart({ data: { days } }: { data: TabAnswer<'activity'> }) {
  const t = useWords()
  const { search, range, change, showDays } = useInsights()
  const { series = 'sessions' } = search
  const first = range.first ?? days[0]?.date ?? range.last
  const unit = unitOf(first, range.last)
  const buckets = bucketsOf(first, range.last, useToday())
  const used = PROVIDERS.filter((provider) =>
    days.some(({ providers }) => providers.some((one) => one.provider === provider)),
  )
  const keys = used.map((provider) => ({ name: toolOf(provider).name, colour: PROVIDER_COLOURS[provider] }))
  const words = series === 'time' ? (value: number) => workTime(value * HOUR_MS) : count
  const bars = summed(buckets, days).map((inside, index): Bar => {
    const bucket = buckets[index]
    return {
      date: bucket?.first ?? '',
      label: bucket?.label ?? '',
      title: bucket?.title ?? '',
      isNow: bucket?.isNow ?? false,
      amounts: used.map((provider) =>
        inside.reduce((sum, { providers }) => {
          const own = providers.find((one) => one.provider === provider)
          return sum + (own === undefined ? 0 : VALUES[series](own))
        }, 0),
      ),
    }
  })
  return (
    <Panel
      title={t(`insights:activity.series.${series}`)}
      hidesTitle
      name={`${series}-${first}-${range.last}`}
      rows={days.length === 0 ? [] : bars.toReversed()}
      columns={[
        { title: t(`insights:unit.${unit}`), value: ({ date }) => date, show: ({ title }) => title },
        ...keys.map(
          ({ name }, index): Column<Bar> => ({
            title: name,
            isNumber: true,
            value: ({ amounts }) => amounts[index] ?? 0,
            show: ({ amounts }) => words(amounts[index] ?? 0),
          }),
        ),
      ]}
      empty={t('insights:noActivity')}
      controls={
        <>
          <SegmentedControl
            label={t('insights:activity.measure')}
            hidesLabel
            name="series"
            value={series}
            options={SERIES.map((one) => [one, t(`insights:activity.series.${one}`)] as const)}
            onChange={(chosen) => change({ series: chosen })}
          />
          <AxisTitle>{t(`insights:activity.axis.${series}`, { unit: t(`insights:per.${unit}`) })}</AxisTitle>
          {keys.length > 1 && <ChartLegend keys={keys} />}
        </>
      }
    >
      <StackedBars
        key={`${first} ${range.last}`}
        bars={bars}
        keys={keys}
        words={words}
        levels={series === 'time' ? (value) => `${count(value)} h` : count}
        label={t(`insights:activity.series.${series}`)}
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
