import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { exactCount, plural } from '../../format/format.js'
import { readOn } from '../../kit/read-on.js'
import { FailureNote } from '../../kit/failure-note.js'
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
  const search = route.useSearch()
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(sessionPages(search))
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  useRowKeys()
  const total = data?.pages[0]?.total ?? 0
  const rows = data?.rows ?? []

  const place = useKeptPlace({
    name: JSON.stringify(search),
    list,
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
        <h1>Sessions</h1>
        <span className="faint num top-note" role="status">
          {data === undefined ? '' : plural(total, 'session')}
        </span>
        <Filters search={search} />
      </header>
      <div className="list" ref={scroller} onScroll={onScroll}>
        <div className="cols" aria-hidden>
          <span />
          <span className="who">
            <span>Name</span>
            <span>Directory</span>
          </span>
          <span className="c-state">State</span>
          <span className="c-model">Model</span>
          <span className="r c-agents">Agents</span>
          <span className="r c-cost">Cost</span>
          <span className="r">Last activity</span>
        </div>
        {error !== null && <FailureNote error={error} />}
        {!isPending && error === null && rows.length === 0 && (
          <NoMatch filtered={Object.keys(search).length > 0} words={search.q} />
        )}
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
            Reading on: {exactCount(rows.length)} of {exactCount(total)}
          </p>
        )}
      </div>
    </div>
  )
}

function NoMatch({ filtered, words }: { filtered: boolean; words: string | undefined }) {
  return (
    <div className="note">
      <p>
        {filtered
          ? 'No session matches. Try fewer letters, or clear a filter.'
          : 'No sessions yet. Start claude or codex in a terminal, or run "switchyard import".'}
      </p>
      {words !== undefined && (
        <Link to="/search" search={{ q: words }} className="btn">
          Search “{words}” in what was said
        </Link>
      )}
    </div>
  )
}
