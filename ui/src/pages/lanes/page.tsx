import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '../../api/call.js'
import type { Lane } from '../../api/types.js'
import { Trans } from '../../i18n/trans.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { classes } from '../../kit/classes.js'
import frame from '../../kit/frame.module.css'
import { useKeys } from '../../kit/keys.js'
import { notify } from '../../kit/notices.js'
import { SearchField } from '../../kit/search-field.js'
import { SegmentedControl } from '../../kit/segmented-control.js'
import { Unread } from '../../kit/unread.js'
import { useReturnFocus } from '../../kit/use-return-focus.js'
import { useDelete } from '../../kit/use-delete.js'
import { loadPart } from '../../lazy/load-part.js'
import { withWords } from '../../lazy/with-words.js'
import { sessionsOfLane, useLaneGroups } from '../../live/lane-groups.js'
import { answerOf, type Group, idsOf, nextWaiting, ownOf } from '../../live/triage.js'
import { useSteady } from '../../live/use-steady.js'
import { lanesQuery } from '../../rows/queries.js'
import { laneRows, sessionRows } from '../../rows/rows.js'
import { useDecisions, withDecided } from './decided.js'
import { GroupList } from './group-list.js'
import { laneMatches } from '../../kit/lane-match.js'
import { laneTitle } from '../../kit/lane-title.js'
import { type NewLaneStart, NewLaneDialog } from './new-lane/dialog.js'
import { NoLanes } from './no-lanes.js'
import styles from './page.module.css'
import { requestStop } from '../lane/stop/request.js'
import { lanesSearch } from './search.js'
import { beside, columnsOf } from './board-columns.js'
import { lanesView, VIEWS } from './view.js'

// Most visits need none.
const VanishedNotice = lazy(
  withWords('vanished', async () => ({ default: (await import('../lane/vanished/notice.js')).VanishedNotice })),
)

// Most people use the list.
const Board = lazy(async () => ({ default: (await loadPart(() => import('./board.js'))).Board }))
const LanePeek = lazy(async () => ({ default: (await loadPart(() => import('./peek.js'))).LanePeek }))

const TrainNotice = lazy(
  withWords('train', async () => ({ default: (await import('../lane/train/notice.js')).TrainNotice })),
)

const RacesNotice = lazy(
  withWords('race', async () => ({ default: (await import('../race/open-races/notice.js')).RacesNotice })),
)

const route = getRouteApi('/lanes')
const rowOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`a[data-lane="${CSS.escape(id)}"]`)
const focusedLane = (): string | undefined =>
  document.activeElement?.closest('li')?.querySelector<HTMLElement>('a[data-lane]')?.dataset['lane']

/** The list of lanes: which one needs the user, and how far each is. */
export function LanesPage() {
  const t = useWords()
  const navigate = useNavigate()
  const { isPending, error } = useQuery(lanesQuery)
  const live = useLaneGroups()
  const decisions = useDecisions()
  const groups = useMemo(() => withDecided(live, decisions), [live, decisions])
  const steady = useSteady(groups)
  const { q, new: isNew } = route.useSearch()
  const shown = useFiltered(steady.groups, q)
  const field = useRef<HTMLInputElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  const returning = useReturnFocus('lanes', rows)
  const [creating, setCreating] = useState<NewLaneStart | undefined>(isNew === true ? {} : undefined)
  const [wasNew, setWasNew] = useState(isNew)
  const filter = (text: string | undefined): void =>
    void navigate({ to: '/lanes', search: lanesSearch({ q: text }), replace: true })
  if (isNew !== wasNew) {
    setWasNew(isNew)
    if (isNew === true) setCreating({})
  }
  // Going back to this page must not open the dialog again.
  useEffect(() => {
    if (isNew === true) void navigate({ to: '/lanes', search: lanesSearch({ q }), replace: true })
  }, [isNew, navigate, q])
  const deletion = useDelete<Lane>({
    title: (lane) => t('lanes:failed.ask', { name: laneTitle(lane) }),
    says: () => t('lanes:failed.says'),
    action: t('lanes:failed.delete'),
    run: ({ id }) => call('DELETE /api/lanes/:id', { params: { id: String(id) } }),
    done: () => t('lanes:failed.deleted'),
  })
  const onDelete = deletion.ask
  const onCreateAgain = useCallback(
    (lane: Lane) =>
      setCreating({
        repository: lane.source_repo ?? '',
        title: lane.title ?? '',
        base: lane.base_branch ?? '',
        failure: lane.notes ?? undefined,
      }),
    [],
  )

  const view = useSyncExternalStore(lanesView.subscribe, lanesView.get)
  const [peeked, setPeeked] = useState<string>()
  /** Returns the lane after or before one, on the page; the first one without any. */
  const stepFrom = (id: string | undefined, by: 1 | -1): HTMLElement | undefined => {
    const rows = [...document.querySelectorAll<HTMLElement>('a[data-lane]')]
    const place = rows.findIndex((row) => row.dataset['lane'] === id)
    return rows[place < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, place + by))]
  }
  const step = (by: 1 | -1): void => stepFrom(focusedLane(), by)?.focus()
  const aside = (by: 1 | -1): void => {
    const id = beside(columnsOf(shown), focusedLane() ?? '', by)
    if (id !== undefined) rowOf(id)?.focus()
  }
  const peek = (): void => {
    const id = focusedLane()
    if (id === undefined) notify(t('lanes:keys.noRow'))
    else setPeeked(id)
  }
  const next = (): void => {
    const id = nextWaiting(idsOf(shown, 'waiting'), focusedLane())
    if (id === undefined) notify(t('lanes:nobody'))
    else rowOf(id)?.focus()
  }
  const stop = (): void => {
    const id = focusedLane()
    if (id === undefined) notify(t('lanes:keys.noRow'))
    else requestStop({ lane: id })
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    n: next,
    x: stop,
    Enter: () => {
      const id = focusedLane()
      const row = id === undefined ? null : rowOf(id)
      const next = row?.closest('li')?.querySelector<HTMLElement>('[data-next]')
      ;(next ?? row)?.click()
    },
    o: () => rowOf(focusedLane() ?? '')?.click(),
    ' ': peek,
    v: () => lanesView.set(view === 'board' ? 'list' : 'board'),
    ...(view === 'board' ? { ArrowRight: () => aside(1), ArrowLeft: () => aside(-1) } : {}),
    t: () => {
      const id = focusedLane()
      if (id !== undefined) void navigate({ to: '/lanes/$lane', params: { lane: id }, search: { focus: 'terminal' } })
    },
    '/': () => field.current?.focus(),
    ...(q === undefined ? {} : { Escape: () => filter(undefined) }),
  })

  if (isPending || (error !== null && groups.length === 0)) return <Unread error={error} className={frame['main']} />
  const { says, count } = answerOf(ownOf(groups, laneRows.get), NOBODY)
  const hasLanes = groups.length > 0
  return (
    <div className={frame['main']}>
      <header className={styles['top']}>
        <h1>
          {hasLanes ? (
            <Trans
              i18nKey={`lanes:answer.${says}`}
              count={count}
              components={{ em: <em className="num" />, bad: <em className="num bad" /> }}
            />
          ) : (
            t('pages.lanes')
          )}
        </h1>
        {hasLanes && (
          <>
            <div
              className={styles['filter']}
              role="search"
              onKeyDown={({ key }) => key === 'Escape' && field.current?.blur()}
            >
              <SearchField
                ref={field}
                label={t('lanes:filter.label')}
                placeholder={t('lanes:filter.placeholder')}
                hint="/"
                value={q}
                onChange={filter}
                onEscape={() => filter(undefined)}
                onNext={(_, to) => (to === 'first' ? step(1) : field.current?.blur())}
              />
            </div>
            <SegmentedControl
              label={t('lanes:view.label')}
              hidesLabel
              name="view"
              value={view}
              options={VIEWS.map((one) => [one, t(`lanes:view.${one}`)] as const)}
              onChange={lanesView.set}
            />
            <button type="button" className={buttons['primary']} onClick={() => setCreating({})}>
              <Plus size={14} aria-hidden />
              {t('lanes:new.title')}
            </button>
          </>
        )}
      </header>
      {hasLanes && (
        <>
          <Suspense>
            <VanishedNotice />
          </Suspense>
          <Suspense>
            <TrainNotice />
          </Suspense>
          <Suspense>
            <RacesNotice />
          </Suspense>
        </>
      )}
      {hasLanes ? (
        <div ref={rows} className={styles['rows']} data-rows {...steady.pointer} {...returning}>
          {view === 'board' ? (
            <Suspense>
              <Board groups={shown} onCreateAgain={onCreateAgain} onDelete={onDelete} />
            </Suspense>
          ) : (
            <>
              <Columns />
              <GroupList groups={shown} showsAll={q !== undefined} onCreateAgain={onCreateAgain} onDelete={onDelete} />
            </>
          )}
          {shown.length === 0 && (
            <div className={styles['none']}>
              <p>{t('lanes:filter.none')}</p>
              <button type="button" className={buttons['button']} onClick={() => filter(undefined)}>
                {t('clearFilters')}
              </button>
            </div>
          )}
        </div>
      ) : (
        <NoLanes onNew={() => setCreating({})} />
      )}
      {creating !== undefined && (
        <NewLaneDialog
          start={creating}
          onClose={() => setCreating(undefined)}
          onCreated={(id) => void navigate({ to: '/lanes/$lane', params: { lane: String(id) } })}
          onSeveral={() => undefined}
        />
      )}
      {deletion.dialog}
      {peeked !== undefined && (
        <Suspense>
          <LanePeek
            id={peeked}
            onMove={(by) => setPeeked(stepFrom(peeked, by)?.dataset['lane'] ?? peeked)}
            returnTo={() => rowOf(peeked)}
            onClose={() => setPeeked(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

const NOBODY: ReadonlySet<string> = new Set()

/** The titles of the columns, hidden from screen readers: each part of a row names itself. */
function Columns() {
  const t = useWords()
  return (
    <div className={classes(styles['columns'])} aria-hidden>
      <span />
      <span>{t('lanes:column.lane')}</span>
      <span>{t('lanes:column.activity')}</span>
      <span data-spare>{t('lanes:column.slots')}</span>
      <span data-spare data-number>
        {t('lanes:column.changes')}
      </span>
      <span data-number>{t('lanes:column.next')}</span>
      <span data-number>{t('lanes:column.time')}</span>
    </div>
  )
}

/** Returns the groups with the lanes that match a text, without empty groups; all of them without a text. */
function useFiltered(groups: readonly Group[], q: string | undefined): readonly Group[] {
  // One string, which stays the same while the same lanes match.
  const matching = useSyncExternalStore(subscribeToRows, () => (q === undefined ? '' : idsMatching(q)))
  return useMemo(() => {
    if (q === undefined) return groups
    const ids = new Set(matching.split(' '))
    return groups
      .map((group) => ({ ...group, ids: group.ids.filter((id) => ids.has(id)) }))
      .filter((group) => group.ids.length > 0)
  }, [groups, q, matching])
}

const subscribeToRows = (listener: () => void): (() => void) => {
  const stops = [laneRows.subscribeAll(listener), sessionRows.subscribeAll(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

const idsMatching = (q: string): string =>
  laneRows
    .all()
    .filter((lane) => {
      const sessions = sessionsOfLane(lane.id)
      return sessions.length === 0
        ? laneMatches(lane, undefined, q)
        : sessions.some((session) => laneMatches(lane, session, q))
    })
    .map(({ id }) => String(id))
    .join(' ')
