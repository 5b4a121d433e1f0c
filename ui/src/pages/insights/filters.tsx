import { useQuery } from '@tanstack/react-query'
import { isProvider, toolOf } from '../../api/tools.js'
import { lastPart, modelName } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { MultiSelect } from '../../kit/multi-select.js'
import { namedApart } from '../../kit/named-apart.js'
import styles from './page.module.css'
import { facetsQuery } from './queries.js'
import { useInsights } from './use-insights.js'

type Counts = readonly { readonly value: string; readonly count: number }[]

const optionsOf = (counts: Counts, words: (value: string) => string) => {
  const names = new Map(
    namedApart(
      counts.map(({ value }) => value),
      words,
    ),
  )
  return counts
    .filter(({ value }) => value !== '')
    .map(({ value, count }) => ({ value, label: names.get(value) ?? value, count }))
}

/** Narrows all figures to projects, models, agent tools and machines. A filter with nothing to choose from is left out. */
export function Filters() {
  const t = useWords()
  const { search, change } = useInsights()
  const { data } = useQuery(facetsQuery)
  const providerName = (value: string): string => (isProvider(value) ? toolOf(value).name : value)
  const facets = [
    { name: 'project', counts: data?.counts.cwd ?? [], words: lastPart },
    { name: 'model', counts: data?.counts.model ?? [], words: modelName },
    { name: 'tool', counts: data?.counts.provider ?? [], words: providerName },
    { name: 'machine', counts: data?.counts.source ?? [], words: (value: string) => value },
  ] as const
  return (
    <div className={styles['filters']} data-strip>
      {facets.map(({ name, counts, words }) => {
        const chosen: readonly string[] = search[name] ?? []
        if (chosen.length === 0 && counts.length < 2) return null
        return (
          <MultiSelect
            key={name}
            label={t(`insights:filter.${name}`)}
            options={optionsOf(counts, words)}
            value={chosen}
            labelOf={words}
            onChange={(values) => change({ [name]: values })}
          />
        )
      })}
    </div>
  )
}
