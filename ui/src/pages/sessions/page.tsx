import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Session } from '../../api/types.js'
import { exactCount } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { classes } from '../../kit/classes.js'
import { FailureNote } from '../../kit/failure-note.js'
import frame from '../../kit/frame.module.css'
import { Menu, MenuCheck } from '../../kit/menu.js'
import { readOn } from '../../kit/read-on.js'
import { Unread } from '../../kit/unread.js'
import { useReturnFocus } from '../../kit/use-return-focus.js'
import { toggleDensity, useDisplay } from '../../theme/display.js'
import { Filters } from './filters.js'
import { Columns } from './list/columns.js'
import { GroupHeading } from './list/group-heading.js'
import { groupedItems, type ListItem, plainItems } from './list/items.js'
import list from './list/list.module.css'
import { SessionRow } from './list/row.js'
import styles from './page.module.css'
import { isGrouped, pinnedSessions, sessionGroups, sessionPages } from './query.js'
import { isFiltered, type SessionsSearch } from './search.js'
import { BulkBar } from './select/bulk-bar.js'
import { useSelection } from './select/use-selection.js'
import { useSessionActions } from './select/use-session-actions.js'
import { useKeptPlace } from './use-kept-place.js'
import { useRowKeys } from './use-row-keys.js'
import { Views } from './views/views.js'

const route = getRouteApi('/sessions')
/** The assumed height of a row until it is measured. */
const ROW_PX = 40
const NONE: readonly Session[] = []

/** All sessions. */
export function SessionsPage() {
  const t = useWords()
  const search = route.useSearch()
  const { items, sessions, total, error, isPending, isStale, pages } = useList(search)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const scroller = useRef<HTMLDivElement>(null)
  const handle = useRef<VirtualizerHandle>(null)
  const [selectsOnPhone, setSelectsOnPhone] = useState(false)
  const selection = useSelection(sessions)
  const clear = (): void => {
    selection.clear()
    setSelectsOnPhone(false)
  }
  const actions = useSessionActions(clear)
  const selected = sessions.filter(({ id }) => selection.ids.has(id))
  const latest = useRef({ selection, actions })
  useEffect(() => {
    latest.current = { selection, actions }
  })
  // The same functions at every render, so that only the changed rows render.
  const onSelect = useCallback((id: string, through = false): void => latest.current.selection.toggle(id, through), [])
  const onPin = useCallback((id: string, pinned: boolean): void => void latest.current.actions.pin([id], pinned), [])
  useRowKeys({
    onSelect,
    onPin: (id) => onPin(id, sessions.find((session) => session.id === id)?.pinned !== true),
    onClear: selection.ids.size > 0 ? clear : undefined,
  })
  const filtered = isFiltered(search)
  const isEmpty = !isPending && error === null && !isStale && total === 0
  const isSelecting = selection.ids.size > 0 || selectsOnPhone

  const place = useKeptPlace({
    name: JSON.stringify(search),
    list: handle,
    scroller,
    rows: isStale ? 0 : items.length,
    hasMore: hasNextPage,
    readOn: () => {
      if (!isFetchingNextPage) void fetchNextPage()
    },
  })
  const returning = useReturnFocus('sessions', scroller)
  const onScroll = readOn({ hasNextPage, isFetchingNextPage, fetchNextPage })

  return (
    <div className={frame['main']}>
      <header className={styles['head']}>
        <h1>{t('pages.sessions')}</h1>
        <span className={styles['total']} role="status" aria-label={t('sessions:total', { count: total })}>
          {isPending || (isEmpty && !filtered) ? '' : exactCount(total)}
        </span>
        {!(isEmpty && !filtered) && (
          <>
            <span className={styles['acts']}>
              <Views search={search} />
              <More selects={selectsOnPhone} onSelects={setSelectsOnPhone} />
            </span>
            <Filters search={search} />
          </>
        )}
      </header>
      <div className={list['scroller']} ref={scroller} onScroll={onScroll} data-list {...returning}>
        {!isEmpty && <Columns search={search} selection={selection} />}
        {(isPending || (error !== null && items.length === 0)) && <Unread error={error} />}
        {isEmpty && <Nothing filtered={filtered} words={search.q} />}
        <Virtualizer
          ref={handle}
          onScroll={place.keep}
          as="ul"
          item="li"
          data={items}
          scrollRef={scroller}
          itemSize={ROW_PX}
        >
          {(item: ListItem) =>
            item.is === 'group' ? (
              <GroupHeading key={item.key} group={item} />
            ) : (
              <SessionRow
                key={item.session.id}
                row={item.session}
                isSelected={selection.ids.has(item.session.id)}
                isSelecting={isSelecting}
                onSelect={onSelect}
                onPin={onPin}
              />
            )
          }
        </Virtualizer>
        {/* At the end: what was read keeps its place. */}
        {error !== null && items.length > 0 && <FailureNote error={error} />}
        {isFetchingNextPage && (
          <p className={list['reading']} data-reading>
            {t('sessions:reading', { read: exactCount(sessions.length), total: exactCount(total) })}
          </p>
        )}
      </div>
      {selected.length > 0 && (
        <BulkBar
          selected={selected}
          total={total}
          onPin={(ids, pinned) => void actions.pin(ids, pinned)}
          onDelete={(ids) => void actions.remove(ids)}
          onClear={clear}
        />
      )}
      {actions.dialog}
    </div>
  )
}

/** The list as far as it was read: grouped by day with pinned sessions first, or in another order without groups. */
function useList(search: SessionsSearch) {
  const grouped = isGrouped(search)
  const pages = useInfiniteQuery(sessionPages(search))
  const pinned = useQuery(pinnedSessions(search))
  const groups = useQuery(sessionGroups(search))
  const rows = pages.data?.rows ?? NONE
  const first = grouped ? (pinned.data?.sessions ?? NONE) : NONE
  // Headings that come later would move the rows, so all is shown at once.
  const isPending = pages.isPending || (grouped && (pinned.isPending || groups.isPending))
  const items = useMemo(
    () => (isPending ? [] : grouped ? groupedItems({ pinned: first, rows, groups: groups.data }) : plainItems(rows)),
    [isPending, grouped, first, rows, groups.data],
  )
  return {
    items,
    sessions: useMemo(() => [...first, ...rows], [first, rows]),
    total: (pages.data?.total ?? 0) + (grouped ? (pinned.data?.total ?? 0) : 0),
    error: pages.error ?? pinned.error,
    isPending,
    isStale: pages.isPlaceholderData || (grouped && (pinned.isPlaceholderData || groups.isPlaceholderData)),
    pages,
  }
}

/** How the list looks, and selecting without a mouse. */
function More({ selects, onSelects }: { selects: boolean; onSelects: (selects: boolean) => void }) {
  const t = useWords()
  const { density } = useDisplay()
  return (
    <Menu
      trigger={
        <button type="button" className={classes(buttons['button'], styles['more'])} aria-label={t('sessions:more')}>
          <Ellipsis size={16} aria-hidden />
        </button>
      }
    >
      <MenuCheck isOn={density === 'compact'} onChange={toggleDensity}>
        {t('sessions:compact')}
      </MenuCheck>
      <MenuCheck isOn={selects} onChange={onSelects}>
        {t('sessions:select.mode')}
      </MenuCheck>
    </Menu>
  )
}

function Nothing({ filtered, words }: { filtered: boolean; words: string | undefined }) {
  const t = useWords()
  return (
    <div className={styles['nothing']}>
      <h2>{filtered ? t('sessions:noMatch') : t('sessions:none')}</h2>
      <p>{filtered ? t('sessions:noMatchHint') : t('sessions:noneHint')}</p>
      <div>
        <Link to={filtered ? '/sessions' : '/'} className={buttons['button']}>
          {filtered ? t('clearFilters') : t('sessions:start')}
        </Link>
        {words !== undefined && (
          <Link to="/search" search={{ q: words }} className={buttons['button']}>
            {t('sessions:searchSaid')}
          </Link>
        )}
      </div>
    </div>
  )
}
