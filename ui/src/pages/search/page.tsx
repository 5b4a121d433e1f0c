import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Virtualizer } from 'virtua'
import { useKeys } from '../../app/keys.js'
import { useWords } from '../../i18n/use-words.js'
import { readOn } from '../../kit/read-on.js'
import { FailureNote } from '../../kit/failure-note.js'
import { SearchField } from '../../kit/search-field.js'
import { HitRow } from './hit-row.js'
import { spokenPages } from './query.js'

const route = getRouteApi('/search')
const ROW_PX = 64

/** What was said in any conversation. */
export function SearchPage() {
  const t = useWords()
  const { q } = route.useSearch()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  useKeys({ '/': () => input.current?.focus() })
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...spokenPages(q ?? ''),
    enabled: q !== undefined,
  })
  const looks = q !== undefined && isPending
  const hits = q === undefined ? [] : (data?.hits ?? [])
  const onScroll = readOn({ hasNextPage, isFetchingNextPage, fetchNextPage })
  return (
    <div className="main">
      <header className="top">
        <h1>{t('pages.search')}</h1>
        <span className="faint top-note" role="status">
          {looks ? t('search:looking') : data?.behind === true && t('search:behind')}
        </span>
        <div className="filters" role="search">
          <SearchField
            ref={input}
            label={t('search:label')}
            placeholder={t('search:label')}
            hint="/"
            autoFocus
            value={q}
            onChange={(words) =>
              void navigate({ to: '/search', search: words === undefined ? {} : { q: words }, replace: true })
            }
          />
        </div>
      </header>
      <div className="list" ref={scroller} onScroll={onScroll}>
        {error !== null && q !== undefined && <FailureNote error={error} />}
        {q === undefined && <p className="note">{t('search:explain')}</p>}
        {q !== undefined && !looks && error === null && hits.length === 0 && (
          <p className="note">{data?.behind === true ? t('search:noneYet') : t('search:none')}</p>
        )}
        <Virtualizer as="ul" item="li" data={hits} scrollRef={scroller} itemSize={ROW_PX}>
          {(hit) => <HitRow key={`${hit.session_id} ${hit.agent_id ?? ''} ${hit.line}`} hit={hit} words={q ?? ''} />}
        </Virtualizer>
      </div>
    </div>
  )
}
