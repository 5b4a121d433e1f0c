import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { UsageReport } from '../../api/types.js'
import { calendarDay, count, modelName, percent, usd } from '../../format/format.js'
import { BarList } from '../../figures/bar-list.js'
import { DayBars } from '../../figures/day-bars.js'
import { type Column, Figure } from '../../figures/figure.js'
import { Legend } from '../../figures/legend.js'
import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import { Tokens } from '../../kit/amount.js'
import { SegmentedControl } from '../../kit/segmented-control.js'
import { UnpricedSign, unpricedNames } from '../../kit/unpriced-sign.js'
import { comparison, datesOf, overTime, projectNames, valueOf, wordsOf } from './over-time.js'
import { type InsightsChange, type Measure, MEASURES, type Part, PARTS, type Span } from './search.js'

interface OverTimeProps {
  readonly usage: UsageReport
  readonly span: Span
  readonly by: Part
  readonly measure: Measure
  readonly now: number
  readonly onChange: (change: InsightsChange) => void
}

/** What was used by day, stacked by what used it. */
export function OverTimeFigure({ usage, span, by, measure, now, onChange }: OverTimeProps) {
  useWords()
  const dates = datesOf(usage.days, span, now)
  const { keys, rows } = overTime(usage, by, measure, dates)
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  const inWords = (value: number): string => wordsOf(measure, value)
  return (
    <Figure
      title={<span className="num">{inWords(valueOf(measure, usage.totals))}</span>}
      says={comparison(usage, span, measure)}
      name={`${measure}-by-day-and-${by}`}
      rows={keys.length === 0 ? [] : rows}
      columns={[
        { title: t('insights:column.day'), value: ({ date }) => date, show: ({ date }) => calendarDay(date) },
        ...keys.map(
          ({ name }, index): Column<(typeof rows)[number]> => ({
            title: name,
            isNumber: true,
            value: ({ amounts }) => amounts[index] ?? 0,
            show: ({ amounts }) => inWords(amounts[index] ?? 0),
          }),
        ),
      ]}
    >
      <div className="figure-ctl">
        <SegmentedControl
          label={t('insights:cost.measure')}
          name="measure"
          value={measure}
          options={MEASURES.map((one) => [one, t(`insights:cost.measures.${one}`)])}
          onChange={(chosen) => onChange({ measure: chosen })}
        />
        <SegmentedControl
          label={t('insights:cost.by')}
          name="by"
          value={by}
          options={PARTS.map((one) => [one, t(`insights:cost.parts.${one}`)])}
          onChange={(chosen) => onChange({ by: chosen })}
        />
      </div>
      {keys.length === 0 ? (
        <p className="faint">{t(span === 'all' ? 'insights:cost.never' : 'insights:cost.nothing')}</p>
      ) : (
        <>
          {keys.length > 1 && <Legend keys={keys} />}
          <DayBars
            days={rows}
            keys={keys}
            words={inWords}
            label={t(`insights:cost.labels.${measure}`, { first: calendarDay(first), last: calendarDay(last) })}
          />
        </>
      )}
    </Figure>
  )
}

type Model = UsageReport['models'][number]
type Project = UsageReport['projects'][number]
type Used = Pick<Model, 'sessions' | 'input_tokens' | 'output_tokens' | 'cache_read_tokens' | 'cache_write_tokens'> & {
  readonly total_tokens: number
  readonly cost: number
}

/** What went in that the cache had already. */
const cacheHit = ({ input_tokens, cache_read_tokens, cache_write_tokens }: Used): string =>
  percent(cache_read_tokens, input_tokens + cache_read_tokens + cache_write_tokens)

const usedColumns = <Row extends Used>(costOf: (row: Row) => ReactNode): readonly Column<Row>[] => [
  { title: t('insights:column.sessions'), isNumber: true, isSpare: true, value: ({ sessions }) => sessions },
  {
    title: t('insights:column.tokens'),
    isNumber: true,
    value: ({ total_tokens }) => total_tokens,
    show: ({ total_tokens, output_tokens }) => <Tokens value={total_tokens} atLeast={output_tokens > 0} />,
  },
  {
    title: t('insights:column.output'),
    isNumber: true,
    isSpare: true,
    value: ({ output_tokens }) => output_tokens,
    show: ({ output_tokens }) => <Tokens value={output_tokens} atLeast />,
  },
  { title: t('insights:column.cacheHit'), isNumber: true, value: cacheHit },
  { title: t('cost.cost'), isNumber: true, value: ({ cost }) => cost, show: costOf },
]

/** Which models the tokens and the money went to. */
export function ModelsFigure({ models }: { models: readonly Model[] }) {
  useWords()
  const first = models[0]
  if (first === undefined) return null
  const spent = models.reduce((sum, { cost }) => sum + cost, 0)
  return (
    <Figure
      title={t('cost.byModel')}
      says={
        spent > 0
          ? t('insights:model.says', { model: modelName(first.model), share: percent(first.cost, spent) })
          : undefined
      }
      name="usage-by-model"
      rows={models}
      columns={[
        {
          title: t('insights:column.model'),
          value: ({ model }) => model,
          show: ({ model }) => <span title={model}>{modelName(model)}</span>,
        },
        ...usedColumns<Model>(({ cost, has_price, model }) =>
          has_price ? usd(cost) : <UnpricedSign names={unpricedNames([model])} />,
        ),
      ]}
    />
  )
}

const MOST_PROJECTS = 12

/** Which projects the tokens and the money went to. */
export function ProjectsFigure({ projects, measure }: { projects: readonly Project[]; measure: Measure }) {
  useWords()
  const names = projectNames(projects.map(({ cwd }) => cwd))
  const ranked = projects.toSorted((a, b) => valueOf(measure, b) - valueOf(measure, a))
  const first = ranked[0]
  if (first === undefined) return null
  const nameOf = ({ cwd }: Project) => {
    const name = names.get(cwd) ?? ''
    return cwd === null ? (
      name
    ) : (
      <Link to="/sessions" search={{ cwd }} title={cwd}>
        {name}
      </Link>
    )
  }
  const used = ranked.reduce((sum, project) => sum + valueOf(measure, project), 0)
  return (
    <Figure
      title={t('insights:project.title')}
      says={t('insights:project.says', {
        count: projects.length,
        project: names.get(first.cwd) ?? '',
        share: percent(valueOf(measure, first), used),
      })}
      name="usage-by-project"
      rows={ranked}
      columns={[
        { title: t('insights:column.project'), value: ({ cwd }) => cwd, show: nameOf },
        ...usedColumns<Project>(({ cost }) => usd(cost)),
      ]}
    >
      <BarList
        items={ranked.slice(0, MOST_PROJECTS).map((project) => ({
          key: project.cwd ?? '',
          name: nameOf(project),
          value: valueOf(measure, project),
          words: measure === 'cost' ? usd(project.cost) : count(project.total_tokens),
        }))}
      />
    </Figure>
  )
}
