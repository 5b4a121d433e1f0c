import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useWords } from '../../i18n/use-words.js'
import { classes } from '../../kit/classes.js'
import frame from '../../kit/frame.module.css'
import { useKeys } from '../../kit/keys.js'
import { Unread } from '../../kit/unread.js'
import { loadPart } from '../../lazy/load-part.js'
import { withWords } from '../../lazy/with-words.js'
import { useGroups } from '../../live/groups.js'
import { answerOf, countOf, idsOf, nextWaiting, ownOf } from '../../live/triage.js'
import { toggleMute, useMuted } from '../../rows/muted.js'
import { triageQuery } from '../../rows/queries.js'
import { sessionRows } from '../../rows/rows.js'
import { openLane, stopSession } from '../lane/of-session.js'
import { Filter, NoMatch } from './filter.js'
import { GroupList } from './group-list.js'
import { Header } from './header.js'
import { HookLine } from './hook-line.js'
import { useInbox } from './inbox/use-inbox.js'
import styles from './page.module.css'
import { Peek } from './peek.js'
import { rowOf } from './row-of.js'
import { nowSearch } from './search.js'
import { Sentence } from './sentence.js'
import { useDecided } from './use-decided.js'
import { useFilterField } from './use-filter-field.js'
import { useFiltered } from './use-filtered.js'
import { useKept } from './use-kept.js'
import { useSteady } from '../../live/use-steady.js'

// Its figures arrive later anyway, and its height is fixed.
const Gauges = lazy(async () => ({ default: (await loadPart(() => import('./gauges.js'))).Gauges }))
// Most visits need none.
const ImportLine = lazy(async () => ({
  default: (await loadPart(() => import('../../kit/import-line.js'))).ImportLine,
}))
const NothingOpen = lazy(async () => ({ default: (await loadPart(() => import('./nothing-open.js'))).NothingOpen }))
const ItemSide = lazy(withWords('inbox', async () => ({ default: (await import('./inbox/item-side.js')).ItemSide })))
const Waited = lazy(withWords('inbox', async () => ({ default: (await import('./inbox/waited.js')).Waited })))

const route = getRouteApi('/')
/** Below this width there is no space for a panel beside the list (the same as in peek.module.css). */
const roomForPeek = matchMedia('(min-width: 761px)')

/** Now: which agents need the user, and whether all others are fine. */
export function NowPage() {
  const t = useWords()
  const { isPending: isReading, error } = useQuery(triageQuery)
  const { groups, items, ofSession, isPending: isDeciding } = useInbox(useGroups())
  const isPending = isReading || isDeciding
  const steady = useSteady(groups)
  const { at, q } = route.useSearch()
  const { groups: placed, decided } = useDecided(steady.groups)
  const shown = useFiltered({ groups: placed, items }, q)
  const [panel, setPanel] = useState(true)
  const navigate = useNavigate()
  const show = useCallback(
    (search: { at?: string | undefined; q?: string | undefined }) =>
      void navigate({ to: '/', search: nowSearch(search), replace: true }),
    [navigate],
  )
  const select = useCallback((id: string) => show({ at: id, q }), [show, q])
  const peek = useCallback(
    (id: string) => {
      if (!roomForPeek.matches) return false
      select(id)
      setPanel(true)
      return true
    },
    [select],
  )

  const open = useCallback(
    (id: string, isAsked: boolean) => {
      // There, a decision covers the list.
      if (!roomForPeek.matches && !isAsked) return
      select(id)
      setPanel(true)
    },
    [select],
  )

  const ids = shown.flatMap((group) => (group.key === 'done' || group.key === 'later' ? [] : group.ids))
  const muted = useMuted()
  const waiting = idsOf(shown, 'waiting').filter((id) => !muted.has(id))
  // The address may name a session that Now no longer shows.
  const asked = shown.some((group) => at !== undefined && group.ids.includes(at)) ? at : undefined
  const kept = useKept(waiting[0], ids)
  const selected = asked ?? kept
  const place = selected === undefined ? -1 : ids.indexOf(selected)
  const step = (by: 1 | -1): void => {
    const next = ids[Math.min(ids.length - 1, Math.max(0, place + by))]
    if (next === undefined) return
    rowOf(next)?.focus()
  }
  useEffect(() => {
    if (at !== undefined) rowOf(at)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const filter = useFilterField(q, () => show({ at }))
  // The row gets the focus once the rows match the text: the address changes later than the field.
  const wanted = useRef<{ readonly text: string; readonly to: 'first' | 'back' }>(undefined)
  const focusWanted = (): void => {
    if (wanted.current === undefined || (q ?? '') !== wanted.current.text) return
    const from = wanted.current.to === 'back' ? filter.cameFrom() : undefined
    wanted.current = undefined
    const row = rowOf(from ?? '') ?? rowOf(ids[0] ?? '')
    if (row === null && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    row?.focus()
  }
  useEffect(focusWanted)
  const next = nextWaiting(
    waiting.filter((id) => !decided.has(id)),
    asked,
  )
  const item = selected === undefined ? undefined : items.get(selected)
  const session =
    item === undefined ? selected : item.is === 'decision' ? item.decision.session_id : item.pane.session_id
  const laneOfItem = item?.is === 'decision' ? item.decision.lane?.id : item?.lane.id
  const toLane = (lane: string): void => void navigate({ to: '/lanes/$lane', params: { lane } })
  const openSelected = (): void => {
    if (session != null) void navigate({ to: '/sessions/$id', params: { id: session } })
  }
  /** Opens what an item leads to. A card that answers an agent, or a button that acts at once, gets the focus. */
  const act = (): void => {
    const card = document.querySelector<HTMLElement>('[data-peek] [data-question]')
    const first = document.querySelector<HTMLElement>('[data-peek] [data-first]')
    if (card !== null && !card.hasAttribute('data-over')) card.focus()
    else if (first instanceof HTMLAnchorElement) first.click()
    else if (first !== null) first.focus()
    else if (laneOfItem !== undefined) toLane(String(laneOfItem))
    else openSelected()
  }
  useKeys({
    // With a filter, `n` selects among the matching rows, if one of them waits.
    ...(q === undefined || next === undefined ? {} : { n: () => select(next) }),
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    ' ': () => setPanel(!panel),
    ...(groups.length === 0 ? {} : { '/': filter.open }),
    Escape: () => (q === undefined ? setPanel(false) : filter.leave()),
    l: () => (laneOfItem === undefined ? openLane(session ?? undefined, toLane) : toLane(String(laneOfItem))),
    x: () => stopSession(session ?? undefined),
    w: () =>
      selected !== undefined && document.querySelector<HTMLElement>(`[data-why="${CSS.escape(selected)}"]`)?.click(),
    m: () => {
      if (selected === undefined || sessionRows.get(selected)?.status !== 'active') return
      toggleMute(selected)
      // Select it even if it was selected by default, so that the same key unmutes it.
      select(selected)
    },
    o: () => openSelected(),
    Enter: act,
  })

  const hasPanel = panel && selected !== undefined
  if (isPending || (error !== null && groups.length === 0)) return <Unread error={error} className={frame['main']} />
  if (groups.length === 0)
    return (
      <Suspense fallback={<Unread error={null} className={frame['main']} />}>
        <NothingOpen />
      </Suspense>
    )
  return (
    <div className={classes(styles['now'], !hasPanel && styles['wide'])}>
      <div className={frame['main']}>
        <Header>
          <Sentence {...answerOf(ownOf(groups, sessionRows.get), muted)} />
          <Filter
            of={filter}
            words={q}
            shown={countOf(shown)}
            all={countOf(groups)}
            onChange={(words) => show({ at, q: words })}
            onNext={(text, to) => {
              wanted.current = { text, to }
              focusWanted()
            }}
          />
          <Suspense>{!filter.isOpen && <Gauges />}</Suspense>
        </Header>
        <HookLine />
        <Suspense>
          <ImportLine />
        </Suspense>
        <div className={styles['rows']} data-rows data-beside={hasPanel || undefined} {...steady.pointer}>
          <GroupList
            groups={shown}
            items={items}
            decided={decided}
            selected={selected}
            kept={[ids[place - 1], selected, ids[place + 1]]}
            onPeek={peek}
            onSelect={open}
          />
          <Suspense>
            <Waited />
          </Suspense>
          {q !== undefined && shown.length === 0 && <NoMatch onClear={() => show({ at })} />}
        </div>
        {steady.moved > 0 && (
          <button type="button" className={styles['moved']} data-moved onClick={steady.apply}>
            {t('now:moved', { count: steady.moved })}
          </button>
        )}
      </div>
      {hasPanel && item === undefined && <Peek key={selected} id={selected} decision={ofSession.get(selected)} />}
      {hasPanel && item !== undefined && (
        <Suspense fallback={<aside />}>
          <ItemSide key={selected} item={item} isAsked={asked !== undefined} onClose={() => show({ q })} />
        </Suspense>
      )}
    </div>
  )
}
