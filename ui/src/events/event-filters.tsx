import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref } from 'react'
import { eventFacetsQuery } from '../api/queries.js'
import { SearchField } from '../kit/search-field.js'
import { Select } from '../kit/select.js'
import type { EventsSearch } from './search.js'

export type EventsChange = { readonly [K in keyof EventsSearch]?: EventsSearch[K] | undefined }

interface EventFiltersProps {
  readonly search: EventsSearch
  readonly onChange: (change: EventsChange) => void
  readonly ref?: Ref<HTMLInputElement>
  readonly children?: ReactNode
}

/** What the events are filtered by: their kind, their tool, words in them. */
export function EventFilters({ search, onChange, ref, children }: EventFiltersProps) {
  const { data } = useQuery(eventFacetsQuery)
  // Another filter shows another list: the opened event and the end in the past belonged to the former.
  const filter = (change: EventsChange): void => onChange({ event: undefined, to: undefined, ...change })
  return (
    <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <SearchField
        {...(ref === undefined ? {} : { ref })}
        label="Search in events"
        placeholder="Words in the event"
        value={search.q}
        onChange={(q) => filter({ q })}
      />
      <Select
        label="Kind"
        all="All kinds"
        value={search.kind}
        options={(data?.event_types ?? []).map((kind) => [kind, kind])}
        onChange={(kind) => filter({ kind })}
      />
      <Select
        label="Tool"
        all="All tools"
        value={search.tool}
        options={(data?.tool_names ?? []).map((tool) => [tool, tool])}
        onChange={(tool) => filter({ tool })}
      />
      {children}
    </form>
  )
}
