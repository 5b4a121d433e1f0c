import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useKeys } from '../../app/keys.js'
import type { SessionFacets } from '../../api/types.js'
import { count, lastPart, modelName } from '../../format/format.js'
import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import { namedApart } from '../../kit/named-apart.js'
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
  useWords()
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
              options={optionsOf(facet, words)}
              onChange={(value) => filter({ [name]: value })}
            />
          )
        })}
        <Views search={search} />
      </div>
    </div>
  )
}

/** Each value with the number of sessions it would leave. */
function optionsOf(
  facet: readonly { readonly value: string; readonly count: number }[],
  words: (value: string) => string,
): readonly (readonly [value: string, option: string])[] {
  const many = new Map(facet.map(({ value, count: sessions }) => [value, sessions]))
  const named = namedApart([...many.keys()], words)
  return named.map(([value, name]) => [value, t('sessions:option', { name, many: count(many.get(value) ?? 0) })])
}
