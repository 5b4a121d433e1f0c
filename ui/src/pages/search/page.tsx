import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { SESSION_ORDERS, type SessionOrder } from '../../../../src/domain/search/order.js'
import { parseSearch } from '../../../../src/domain/search/operators.js'
import type { SpokenHit } from '../../api/types.js'
import { exactCount } from '../../format/format.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import { FailureNote } from '../../kit/failure-note.js'
import { useKeys } from '../../kit/keys.js'
import { readOn } from '../../kit/read-on.js'
import { Select } from '../../kit/select.js'
import { FilterBar } from './filter-bar.js'
import { isSearch } from './filters.js'
import { Group } from './group.js'
import { NoMatch } from './no-match.js'
import { Preview } from './preview.js'
import { sessionPages } from './query.js'
import { rememberSearch } from './recent.js'
import styles from './results.module.css'
import { SearchBox } from './search-box.js'
import { Start } from './start.js'
import { Titled } from './titled.js'

const route = getRouteApi('/search')

const hitsIn = (list: HTMLElement | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-hit]') ?? []),
]

/** Searches all conversations. */
export function SearchPage() {
  const t = useWords()
  const { q: text = '', sort = 'newest' } = route.useSearch()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<SpokenHit>()
  const [hasPreview, setPreview] = useState(true)
  const { terms } = parseSearch(text)
  const isAsked = isSearch(text)
  const { data, error, isFetching, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({ ...sessionPages(text, sort), enabled: isAsked })
  const pages = isAsked ? (data?.pages ?? []) : []
  const [first] = pages
  const sessions = pages.flatMap((page) => page.sessions)
  // Those with matching lines are listed with them.
  const titled = first?.titled.filter(({ id }) => !sessions.some(({ session }) => session.id === id)) ?? []
  const isBehind = pages.some((page) => page.behind)
  const isCurrent = isAsked && !isPlaceholderData
  const go = (q: string, order: SessionOrder): void =>
    void navigate({
      to: '/search',
      search: { ...(q.trim() === '' ? {} : { q }), ...(order === 'newest' ? {} : { sort: order }) },
      replace: true,
    })
  const search = (next: string): void => go(next, sort)
  const remember = (): void => rememberSearch({ q: text.trim(), matches: first?.matches ?? 0 })

  // Down or Enter in the field goes to the first hit, as soon as the hits are those of the text.
  const wantsFirst = useRef(false)
  const focusFirst = (): void => {
    if (!wantsFirst.current || !isCurrent || first === undefined) return
    wantsFirst.current = false
    hitsIn(list.current)[0]?.focus()
  }
  useEffect(focusFirst)

  useKeys({
    '/': () => input.current?.focus(),
    ArrowDown: () => hitsIn(list.current)[0]?.focus(),
    Escape: () => {
      search('')
      input.current?.focus()
    },
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const hits = hitsIn(list.current)
    const at = hits.findIndex((hit) => hit === document.activeElement)
    if (at < 0) return
    if (event.key === 'ArrowDown') hits[at + 1]?.focus()
    else if (event.key === 'ArrowUp') (hits[at - 1] ?? input.current)?.focus()
    else if (event.key === ' ') setPreview(!hasPreview)
    else return
    event.preventDefault()
  }
  const shown = sessions.flatMap(({ hits }) => hits)
  const current = selected !== undefined && isAsked ? selected : shown[0]

  return (
    <div className={styles['page']}>
      <div className={styles['main']}>
        <h1 className="sr-only">{t('pages.search')}</h1>
        <div className={styles['head']}>
          <SearchBox
            ref={input}
            value={text}
            onChange={(next) => {
              setSelected(undefined)
              search(next)
            }}
            onLeave={(to) => {
              wantsFirst.current = to === 'results'
              if (to === 'page') input.current?.blur()
              else remember()
              focusFirst()
            }}
          />
        </div>
        <FilterBar text={text} counts={isCurrent ? first?.speakers : undefined} onChange={search} />
        <div
          ref={list}
          className={styles['list']}
          onScroll={readOn({ hasNextPage, isFetchingNextPage, fetchNextPage })}
          onKeyDown={onKeyDown}
        >
          {error !== null && isAsked && <FailureNote error={error} />}
          {isAsked ? (
            <div className={styles['total']}>
              <p role="status">
                {first === undefined && isFetching && t('search:looking')}
                {first !== undefined && first.matches > 0 && (
                  <>
                    {t(first.complete ? 'search:total' : 'search:totalAtLeast', {
                      matches: t('search:matches', { count: first.matches }),
                      sessions: t('search:sessions', { count: first.total, shown: exactCount(first.total) }),
                    })}
                  </>
                )}
                {isBehind && <span>{t('search:behind')}</span>}
              </p>
              {(first?.total ?? 0) > 1 && (
                <Select
                  label={t('search:sort.label')}
                  value={sort}
                  options={SESSION_ORDERS.map((order) => ({ value: order, label: t(`search:sort.${order}`) }))}
                  onChange={(order) => go(text, order)}
                />
              )}
            </div>
          ) : (
            <Start />
          )}
          <Titled sessions={titled} onOpen={remember} />
          {sessions.map((found) => (
            <Group
              key={found.session.id}
              found={found}
              text={text}
              words={terms}
              onSelect={setSelected}
              onOpen={remember}
            />
          ))}
          {isCurrent && error === null && first?.matches === 0 && first.titled.length === 0 && (
            <NoMatch text={text} onChange={search} />
          )}
        </div>
        <p className={styles['hints']} aria-hidden>
          {(['move', 'open', 'session', 'preview', 'leave'] as const).map((hint) => (
            <span key={hint}>
              <Trans i18nKey={`search:hint.${hint}`} components={{ kbd: <kbd /> }} />
            </span>
          ))}
        </p>
      </div>
      {hasPreview && current !== undefined && <Preview hit={current} words={terms} />}
    </div>
  )
}
