import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { exactCount } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { readOn } from '../../kit/read-on.js'
import { Unread } from '../../kit/unread.js'
import { Filters } from './filters.js'
import { sessionPages } from './query.js'
import { SessionRow } from './row.js'
import { useKeptPlace } from './use-kept-place.js'
import { useRowKeys } from './use-row-keys.js'

const route = getRouteApi('/sessions')
/** Near enough for the length of the scroll bar before a row was measured. */
const ROW_PX = 38

/** Every session there ever was, newest activity first. */
export function SessionsPage() {
  const t = useWords()
  const search = route.useSearch()
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(sessionPages(search))
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  useRowKeys()
  const total = data?.pages[0]?.total ?? 0
  const rows = data?.rows ?? []
  const filtered = Object.keys(search).length > 0
  const nothing = data !== undefined && !isPlaceholderData && total === 0 && !filtered

  const place = useKeptPlace({
    name: JSON.stringify(search),
    list,
    scroller,
    rows: isPlaceholderData ? 0 : rows.length,
    hasMore: hasNextPage,
    readOn: () => {
      if (!isFetchingNextPage) void fetchNextPage()
    },
  })

  const onScroll = readOn({ hasNextPage, isFetchingNextPage, fetchNextPage })

  return (
    <div className="main">
      <header className="top">
        <h1>{t('pages.sessions')}</h1>
        <span className="faint num top-note" role="status">
          {data === undefined || nothing ? '' : t('sessions:total', { count: total })}
        </span>
        {!nothing && (
          <>
            <Link to="/search" className="btn to-search">
              <Search size={14} aria-hidden />
              {t('pages.search')}
            </Link>
            <Filters search={search} />
          </>
        )}
      </header>
      <div className="list" ref={scroller} onScroll={onScroll}>
        {!nothing && <Columns />}
        {(isPending || error !== null) && <Unread error={error} />}
        {!isPending && error === null && rows.length === 0 && <NoMatch filtered={filtered} words={search.q} />}
        <Virtualizer
          ref={list}
          onScroll={place.keep}
          as="ul"
          item="li"
          data={rows}
          scrollRef={scroller}
          itemSize={ROW_PX}
        >
          {(session) => <SessionRow key={session.id} row={session} />}
        </Virtualizer>
        {isFetchingNextPage && (
          <p className="faint list-end">
            {t('sessions:reading', { read: exactCount(rows.length), total: exactCount(total) })}
          </p>
        )}
      </div>
    </div>
  )
}

function Columns() {
  const t = useWords()
  return (
    <div className="cols" aria-hidden>
      <span />
      <span className="who">
        <span>{t('sessions:column.name')}</span>
        <span>{t('sessions:column.directory')}</span>
      </span>
      <span className="c-state">{t('sessions:column.state')}</span>
      <span className="c-model">{t('sessions:column.model')}</span>
      <span className="r c-agents">{t('sessions:column.agents')}</span>
      <span className="r c-cost">{t('sessions:column.cost')}</span>
      <span className="r">{t('sessions:column.last')}</span>
    </div>
  )
}

function NoMatch({ filtered, words }: { filtered: boolean; words: string | undefined }) {
  const t = useWords()
  return (
    <div className="note">
      <p>{filtered ? t('sessions:noMatch') : t('sessions:none')}</p>
      <Link to={filtered ? '/sessions' : '/'} className="btn">
        {filtered ? t('clearFilters') : t('sessions:begin')}
      </Link>
      {words !== undefined && (
        <Link to="/search" search={{ q: words }} className="btn">
          {t('sessions:searchSaid', { words })}
        </Link>
      )}
    </div>
  )
}
