import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useKeys } from '../../app/keys.js'
import { t } from '../../i18n/i18n.js'
import { useWords } from '../../i18n/use-words.js'
import { FacetSelect } from '../../kit/facet-select.js'
import { FACETS } from '../../kit/facet-words.js'
import { SearchField } from '../../kit/search-field.js'
import { sessionFacets } from './query.js'
import { sessionsSearch, type SessionsSearch } from './search.js'
import { Views } from './views/views.js'

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
        {FACETS.map((name) => (
          <FacetSelect
            key={name}
            name={name}
            counts={data?.counts}
            value={search[name]}
            // With one machine there is nothing to choose between.
            hidesAlone={name === 'source'}
            onChange={(value) => filter({ [name]: value })}
          />
        ))}
        <Views search={search} />
      </div>
    </div>
  )
}
