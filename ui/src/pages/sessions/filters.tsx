import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useKeys } from '../../app/keys.js'
import type { SessionFacets } from '../../api/types.js'
import { count, lastPart, modelName } from '../../format/format.js'
import { SearchField } from '../../kit/search-field.js'
import { Select } from '../../kit/select.js'
import { sessionFacets } from './query.js'
import { sessionsSearch, type SessionsSearch } from './search.js'
import { Views } from './views/views.js'
import { PROVIDER_WORDS, STATUS_WORDS } from './words.js'

type FacetName = keyof SessionFacets['counts']

const same = (value: string): string => value

/** What the sessions can be filtered by, in the order of the page, and how a value of each is called. */
const FACETS: readonly (readonly [FacetName, label: string, all: string, words: (value: string) => string])[] = [
  ['status', 'Status', 'Any status', (value) => STATUS_WORDS[value] ?? value],
  ['provider', 'Tool', 'Both tools', (value) => PROVIDER_WORDS[value] ?? value],
  ['model', 'Model', 'Any model', modelName],
  ['cwd', 'Directory', 'Any directory', lastPart],
  ['source', 'Source', 'Any source', same],
]

/** Search and filters; what they are set to stands in the address. */
export function Filters({ search }: { search: SessionsSearch }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  // The key / leads here from every other page.
  const autoFocus = useLocation().hash === 'search'
  useKeys({ '/': () => input.current?.focus() })
  const { data } = useQuery(sessionFacets(search))

  const filter = (change: { [K in keyof SessionsSearch]?: string | undefined }): void =>
    void navigate({ to: '/sessions', search: sessionsSearch({ ...search, ...change }), replace: true })

  return (
    <div className="filters sessions-filters" role="search">
      <SearchField
        ref={input}
        label="Search by name, directory or id"
        placeholder="Name, directory or id"
        hint="/"
        autoFocus={autoFocus}
        value={search.q}
        onChange={(q) => filter({ q })}
      />
      <div className="facets">
        {FACETS.map(([name, label, all, words]) => {
          const facet = data?.counts[name] ?? []
          // With one machine there is nothing to choose between.
          if (name === 'source' && facet.length < 2 && search.source === undefined) return null
          return (
            <Select
              key={name}
              label={label}
              all={all}
              value={search[name]}
              options={namedApart(facet, words)}
              onChange={(value) => filter({ [name]: value })}
            />
          )
        })}
        <Views search={search} />
      </div>
    </div>
  )
}

/** Two directories of one name are told apart by all of their path. */
function namedApart(
  facet: readonly { readonly value: string; readonly count: number }[],
  words: (value: string) => string,
): readonly (readonly [string, string])[] {
  const times = new Map<string, number>()
  for (const { value } of facet) times.set(words(value), (times.get(words(value)) ?? 0) + 1)
  return facet.map(({ value, count: many }) => {
    const name = words(value)
    return [value, `${(times.get(name) ?? 0) > 1 ? value : name} (${count(many)})`]
  })
}
