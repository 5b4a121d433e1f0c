import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref } from 'react'
import { eventFacetsQuery } from './queries.js'
import { useWords } from '../i18n/use-words.js'
import { FilterSelect } from '../kit/filter-select.js'
import { MultiSelect } from '../kit/multi-select.js'
import { SearchField } from '../kit/search-field.js'
import styles from './event-filters.module.css'
import type { EventsSearch } from './search.js'

type EventsChange = { readonly [K in keyof EventsSearch]?: EventsSearch[K] | undefined }

interface EventFiltersProps {
  readonly search: EventsSearch
  readonly onChange: (change: EventsChange) => void
  readonly ref?: Ref<HTMLInputElement>
  readonly children?: ReactNode
}

/** The filters of events: kind, tool, text. */
export function EventFilters({ search, onChange, ref, children }: EventFiltersProps) {
  const t = useWords()
  const { data } = useQuery(eventFacetsQuery)
  // The open event and the end in the past belong to the old filter.
  const filter = (change: EventsChange): void => onChange({ event: undefined, to: undefined, ...change })
  return (
    <form className={styles['filters']} role="search" onSubmit={(event) => event.preventDefault()}>
      <SearchField
        {...(ref === undefined ? {} : { ref })}
        label={t('events.search')}
        placeholder={t('events.search')}
        value={search.q}
        onChange={(q) => filter({ q })}
      />
      <FilterSelect
        label={t('events.kind')}
        all={t('events.allKinds')}
        value={search.kind}
        options={(data?.event_types ?? []).map((kind) => ({ value: kind, label: kind }))}
        onChange={(kind) => filter({ kind })}
      />
      <MultiSelect
        label={t('events.tool')}
        value={search.tool ?? []}
        options={(data?.tool_names ?? []).map((tool) => ({ value: tool, label: tool }))}
        onChange={(tool) => filter({ tool })}
      />
      {children}
    </form>
  )
}
