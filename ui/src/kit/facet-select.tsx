import type { SessionFacets } from '../api/types.js'
import { t } from '../i18n/i18n.js'
import { useWords } from '../i18n/use-words.js'
import { FACET_WORDS, type FacetName } from './facet-words.js'
import { FilterSelect } from './filter-select.js'
import { namedApart } from './named-apart.js'

interface FacetSelectProps {
  readonly name: FacetName
  /** Undefined until they are known. */
  readonly counts: SessionFacets['counts'] | undefined
  readonly value: string | undefined
  /** Not shown where there is nothing to choose between. */
  readonly hidesAlone?: boolean
  readonly onChange: (value: string | undefined) => void
}

/** Narrows sessions to one value of a facet; each with the number of sessions it would leave. */
export function FacetSelect({ name, counts, value, hidesAlone = false, onChange }: FacetSelectProps) {
  useWords()
  const facet = counts?.[name] ?? []
  if (hidesAlone && facet.length < 2 && value === undefined) return null
  const words = FACET_WORDS[name]
  const many = new Map(facet.map((choice) => [choice.value, choice.count]))
  const named = namedApart([...many.keys()], words)
  return (
    <FilterSelect
      label={t(`facets.name.${name}`)}
      all={t(`facets.all.${name}`)}
      value={value}
      labelOf={words}
      options={named.map(([option, called]) => ({ value: option, label: called, count: many.get(option) ?? 0 }))}
      onChange={onChange}
    />
  )
}
