import { useQuery } from '@tanstack/react-query'
import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import { SegmentedControl } from '../../kit/segmented-control.js'
import { FacetSelect } from '../../kit/facet-select.js'
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
      <SegmentedControl
        label={t('insights:time')}
        name="span"
        value={String(span)}
        options={spanWords()}
        onChange={(chosen) => onChange({ days: SPANS.find((days) => String(days) === chosen) ?? 'all' })}
      />
      {(['provider', 'source'] as const).map((name) => (
        <FacetSelect
          key={name}
          name={name}
          counts={data?.counts}
          value={search[name]}
          hidesAlone
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </>
  )
}
