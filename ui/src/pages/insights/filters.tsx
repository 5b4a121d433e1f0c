import { useQuery } from '@tanstack/react-query'
import { count } from '../../format/format.js'
import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import { Choice } from '../../kit/choice.js'
import { Select } from '../../kit/select.js'
import { providerWords } from '../sessions/words.js'
import { scopesQuery } from './queries.js'
import { type InsightsChange, type InsightsSearch, SPANS } from './search.js'

const spanWords = () => [
  ...SPANS.map((days) => [String(days), t('insights:days', { count: days })] as const),
  ['all', t('insights:all')] as const,
]

interface FiltersProps {
  readonly search: InsightsSearch
  readonly onChange: (change: InsightsChange) => void
}

/** The time, and where there is a choice the tool and the machine, that the figures are about. */
export function Filters({ search, onChange }: FiltersProps) {
  useWords()
  const { data } = useQuery(scopesQuery)
  const { days: span = 30 } = search
  return (
    <>
      <Choice
        legend={t('insights:time')}
        name="span"
        value={String(span)}
        options={spanWords()}
        onChange={(chosen) => onChange({ days: SPANS.find((days) => String(days) === chosen) ?? 'all' })}
      />
      {(['provider', 'source'] as const).map((name) => {
        const facet = data?.counts[name] ?? []
        // With one there is nothing to choose between.
        if (facet.length < 2 && search[name] === undefined) return null
        const words = name === 'provider' ? providerWords : (value: string) => value
        return (
          <Select
            key={name}
            label={t(`insights:facet.${name}`)}
            all={t(`insights:every.${name}`)}
            value={search[name]}
            words={words}
            options={facet.map(({ value, count: many }) => [
              value,
              t('insights:option', { name: words(value), many: count(many) }),
            ])}
            onChange={(value) => onChange({ [name]: value })}
          />
        )
      })}
    </>
  )
}
