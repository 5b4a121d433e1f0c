import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useKeys } from '../../app/keys.js'
import type { SessionFacets } from '../../api/types.js'
import { count, lastPart, modelName } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { SearchField } from '../../kit/search-field.js'
import { Select } from '../../kit/select.js'
import { sessionFacets } from './query.js'
import { sessionsSearch, type SessionsSearch } from './search.js'
import { Views } from './views/views.js'
import { providerWords, statusWords } from './words.js'

type FacetName = keyof SessionFacets['counts']

/** What the sessions can be filtered by, in the order of the page, and how a value of each is called. */
const FACETS: readonly (readonly [FacetName, words: (value: string) => string])[] = [
  ['status', statusWords],
  ['provider', providerWords],
  ['model', modelName],
  ['cwd', lastPart],
  ['source', (value) => value],
]

/** Search and filters; what they are set to stands in the address. */
export function Filters({ search }: { search: SessionsSearch }) {
  const t = useWords()
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
        label={t('sessions:search')}
        placeholder={t('sessions:placeholder')}
        hint="/"
        autoFocus={autoFocus}
        value={search.q}
        onChange={(q) => filter({ q })}
      />
      <div className="facets">
        {FACETS.map(([name, words]) => {
          const facet = data?.counts[name] ?? []
          // With one machine there is nothing to choose between.
          if (name === 'source' && facet.length < 2 && search.source === undefined) return null
          return (
            <Select
              key={name}
              label={t(`sessions:facet.${name}`)}
              all={t(`sessions:all.${name}`)}
              value={search[name]}
              words={words}
              options={namedApart(facet, words).map(([one, called, many]) => [
                one,
                t('sessions:option', { name: called, many: count(many) }),
              ])}
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
): readonly (readonly [value: string, name: string, many: number])[] {
  const times = new Map<string, number>()
  for (const { value } of facet) times.set(words(value), (times.get(words(value)) ?? 0) + 1)
  return facet.map(({ value, count: many }) => {
    const name = words(value)
    return [value, (times.get(name) ?? 0) > 1 ? value : name, many]
  })
}
