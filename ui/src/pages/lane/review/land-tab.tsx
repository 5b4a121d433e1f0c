import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Check, CircleHelp, OctagonX, TriangleAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { Lane } from '../../../api/types.js'
import { useWords } from '../../../i18n/use-words.js'
import buttons from '../../../kit/button.module.css'
import { Confirm } from '../../../kit/confirm.js'
import { notify } from '../../../kit/notices.js'
import { Moment } from '../../../kit/time.js'
import { Unread } from '../../../kit/unread.js'
import { withWords } from '../../../lazy/with-words.js'
import styles from './land.module.css'
import { Problem } from './problem.js'
import { landQuery } from './queries.js'

const ArchiveButton = lazy(
  withWords('archive', async () => ({ default: (await import('../archive/archive-button.js')).ArchiveButton })),
)

type Preflight = RouteAnswer<'GET /api/lanes/:id/land'>
type Row = Preflight['rows'][number]

const ICONS: Readonly<Record<Row['state'], ReactNode>> = {
  ok: <Check size={16} aria-hidden />,
  warn: <TriangleAlert size={16} aria-hidden />,
  ask: <CircleHelp size={16} aria-hidden />,
  refused: <OctagonX size={16} aria-hidden />,
  unknown: <CircleHelp size={16} aria-hidden />,
}

/** What is checked before the branch of a lane lands on its base, and the button that does it. */
export function LandTab({ lane }: { lane: Lane }) {
  const id = String(lane.id)
  const { data, error, isFetchedAfterMount } = useQuery(landQuery(id))
  if (error !== null) return <Problem error={error} lane={id} />
  if (data === undefined) return <Unread error={null} />
  return (
    <div className={styles['tab']}>
      {data.landed !== null && data.landed.reverted === null && data.ahead === 0 ? (
        <Landed id={id} lane={lane} found={data} landed={data.landed} />
      ) : (
        <Checks id={id} lane={lane} found={data} isFresh={isFetchedAfterMount} />
      )}
    </div>
  )
}

/** Everything that a landing changes is read again. */
function useLanding(id: string) {
  const queries = useQueryClient()
  const t = useWords()
  return useMutation({
    mutationFn: (
      body: { readonly how: 'merge' | 'squash'; readonly message: string; readonly confirm: boolean } & Pick<
        Preflight,
        'expect'
      >,
    ) => call('POST /api/lanes/:id/land', { params: { id }, body }),
    onSuccess: ({ base }) => notify(t('review:land.done', { base })),
    onSettled: () => queries.invalidateQueries({ queryKey: [...keys.lanes, id] }),
  })
}

interface ChecksProps {
  readonly id: string
  readonly lane: Lane
  readonly found: Preflight
  /** Whether it was read since the page was opened. */
  readonly isFresh: boolean
}

function Checks({ id, lane, found, isFresh }: ChecksProps) {
  const t = useWords()
  const [how, setHow] = useState<'merge' | 'squash'>('merge')
  const [edited, setEdited] = useState<string>()
  const [asks, setAsks] = useState(false)
  const land = useLanding(id)
  const primary = useRef<HTMLButtonElement>(null)
  const { verdict, base, branch, expect, messages } = found
  // Enter lands at once only if nothing asks when the page opens: later somebody may be about to press it for something else.
  const isOffered = useRef(false)
  useEffect(() => {
    if (!isFresh || isOffered.current) return
    isOffered.current = true
    if (verdict === 'allowed') primary.current?.focus({ preventScroll: true })
  }, [isFresh, verdict])
  const message = edited ?? messages[how]
  const go = (confirm: boolean): void =>
    land.mutate({ how, message, confirm, expect }, { onSettled: () => setAsks(false) })
  return (
    <>
      <h2>{t('review:land.title', { branch: branch ?? lane.title ?? '', base })}</h2>
      <ul className={styles['rows']}>
        {found.rows.map((row) => (
          <li key={row.id} data-row-state={row.state} data-check={row.id}>
            {ICONS[row.state]}
            <div>
              <b>{t(`review:row.${row.id}`)}</b>
              <p>
                <Facts row={row} found={found} />
              </p>
              <Solve id={id} row={row} found={found} />
            </div>
            <span className="sr-only">{t(`review:state.${row.state}`)}</span>
          </li>
        ))}
      </ul>
      <fieldset className={styles['how']}>
        <legend>{t('review:land.how')}</legend>
        {(['merge', 'squash'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="how" checked={how === one} onChange={() => setHow(one)} />
            {t(`review:land.${one}`)}
          </label>
        ))}
        <label className={styles['message']}>
          {t('review:land.message')}
          <textarea rows={3} value={message} onChange={(event) => setEdited(event.target.value)} />
        </label>
      </fieldset>
      {land.error !== null && (
        <p role="alert" className="bad">
          {advice(land.error)}
        </p>
      )}
      <div className={styles['buttons']}>
        <button
          ref={primary}
          type="button"
          className={buttons['primary']}
          disabled={verdict === 'refused' || land.isPending}
          onClick={() => (verdict === 'ask' ? setAsks(true) : go(false))}
        >
          {t(verdict === 'ask' ? 'review:land.anyway' : 'review:land.button', { base })}
        </button>
        <PullRequest id={id} />
      </div>
      {asks && (
        <Confirm
          title={t('review:land.confirm', { base })}
          action={t('review:land.button', { base })}
          isHarmless
          busy={land.isPending}
          error={land.error === null ? undefined : advice(land.error)}
          onConfirm={() => go(true)}
          onClose={() => setAsks(false)}
        >
          {found.rows
            .filter(({ state }) => state === 'ask')
            .map((row) => (
              <p key={row.id}>
                <Facts row={row} found={found} />
              </p>
            ))}
        </Confirm>
      )}
    </>
  )
}

/** What a check found, and how much was changed since. */
function checkWords(t: ReturnType<typeof useWords>, check: NonNullable<Preflight['checks']>[number]): string {
  const { kind, ok, edits_since: edits } = check
  const outcome = ok === null ? 'unknown' : ok ? 'passed' : 'failed'
  const words = `${t(`review:evidence.${kind}`)} ${t(`review:evidence.${outcome}`)}`
  return edits > 0 ? `${words} (${t('review:evidence.since', { count: edits })})` : words
}

/** What a row found. */
function Facts({ row: { id, state }, found }: { row: Row; found: Preflight }) {
  const t = useWords()
  switch (id) {
    case 'agents':
      if (found.merging) return t('review:facts.merging')
      return found.busy_agents > 0 ? t('review:facts.busy', { count: found.busy_agents }) : t('review:facts.rest')
    case 'accepted':
      if (state === 'ok') return t('review:facts.accepted')
      return t(found.accepted === null ? 'review:facts.notAccepted' : 'review:facts.changed')
    case 'committed':
      if (found.uncommitted > 0) return t('review:facts.uncommitted', { count: found.uncommitted })
      return found.ahead === 0 ? t('review:facts.noCommits') : t('review:facts.commits', { count: found.ahead })
    case 'checks':
      if (found.checks === null) return t('review:facts.checksUnread')
      if (found.checks.length === 0) return t('review:facts.noChecks')
      return found.checks.map((check) => checkWords(t, check)).join(', ')
    case 'base':
      if (found.brought > 0) return t('review:facts.brought', { count: found.brought, base: found.base })
      return found.behind > 0
        ? t('review:facts.behind', { count: found.behind, base: found.base })
        : t('review:facts.fresh', { base: found.base })
    case 'conflicts':
      if (found.conflicts === null) return t('review:facts.old')
      return found.conflicts.length === 0 ? t('review:facts.noConflicts') : found.conflicts.slice(0, 10).join(', ')
    case 'lanes':
      if (found.lanes === null) return t('review:facts.notChecked')
      if (found.lanes.length === 0) return t('review:facts.noLanes')
      return found.lanes.map(({ title, files }) => `${title}: ${files.slice(0, 3).join(', ')}`).join('; ')
    default: {
      const { checkout } = found
      if (checkout === null) return t('review:facts.nowhere', { base: found.base })
      if (checkout.busy !== null) return t('review:facts.progress', { path: checkout.path })
      return checkout.changes > 0
        ? t('review:facts.dirty', { count: checkout.changes, path: checkout.path })
        : t('review:facts.clean', { path: checkout.path })
    }
  }
}

const UNCOMMITTED = { tab: 'changes', range: 'uncommitted' } as const

/** What solves a row that is not fine. */
function Solve({ id, row, found }: { id: string; row: Row; found: Preflight }) {
  const t = useWords()
  const queries = useQueryClient()
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: [...keys.lanes, id] })
  const navigate = useNavigate()
  const toUncommitted = { to: '/lanes/$lane', params: { lane: id }, search: UNCOMMITTED } as const
  const merge = useMutation({
    mutationFn: () => call('POST /api/lanes/:id/update', { params: { id }, body: {} }),
    onSuccess: ({ branch, conflicts, warnings }) => {
      if (conflicts.length > 0) return navigate(toUncommitted)
      notify(warnings[0] ?? t('review:solve.updated', { branch }))
      return undefined
    },
    onSettled: again,
  })
  const ask = useMutation({
    mutationFn: (text: string) => call('POST /api/lanes/:id/message', { params: { id }, body: { text } }),
    onSuccess: () => notify(t('review:solve.asked')),
  })
  const failure = merge.error ?? ask.error
  const button = (words: string, busy: boolean, run: () => void): ReactNode => (
    <button type="button" className={buttons['button']} disabled={busy} onClick={run}>
      {words}
    </button>
  )
  const here = (key: 'commitHere' | 'resolveHere'): ReactNode => (
    <Link {...toUncommitted} className={buttons['button']}>
      {t(`review:solve.${key}`)}
    </Link>
  )
  const request = (key: 'commit' | 'resolve'): void =>
    ask.mutate(
      t(`review:solve.${key}Text`, { base: found.base, files: found.conflicts?.slice(0, 50).join(', ') ?? '' }),
    )
  return (
    <div className={styles['solve']}>
      {row.id === 'accepted' && row.state !== 'ok' && (
        <Link to="/lanes/$lane" params={{ lane: id }} search={{ tab: 'changes' }} className={buttons['button']}>
          {t('review:solve.review')}
        </Link>
      )}
      {row.id === 'agents' && found.merging && here('resolveHere')}
      {row.id === 'committed' && found.uncommitted > 0 && !found.merging && here('commitHere')}
      {row.id === 'committed' &&
        found.uncommitted > 0 &&
        button(t('review:solve.commit'), ask.isPending, () => request('commit'))}
      {row.id === 'checks' && row.state === 'ask' && (
        <Link to="/lanes/$lane" params={{ lane: id }} search={{ tab: 'changes' }} className={buttons['button']}>
          {t('review:solve.checks')}
        </Link>
      )}
      {row.id === 'base' &&
        found.behind > 0 &&
        found.conflicts?.length === 0 &&
        button(t('review:solve.update', { base: found.base }), merge.isPending, () => merge.mutate())}
      {row.id === 'conflicts' &&
        row.state === 'refused' &&
        button(t('review:solve.resolve'), ask.isPending, () => request('resolve'))}
      {row.id === 'conflicts' &&
        row.state === 'refused' &&
        !found.merging &&
        found.uncommitted === 0 &&
        button(t('review:solve.mergeHere'), merge.isPending, () => merge.mutate())}
      {failure !== null && (
        <p role="alert" className="bad">
          {advice(failure)}
        </p>
      )}
    </div>
  )
}

/** The page of the git host, where its remote is known. */
function PullRequest({ id }: { id: string }) {
  const t = useWords()
  const { data } = useQuery({
    queryKey: [...keys.lanes, id, 'pull-request'],
    queryFn: ({ signal }) => call('GET /api/lanes/:id/pull-request', { params: { id }, signal }),
    retry: false,
  })
  if (data?.url == null) return null
  return (
    <a href={data.url} target="_blank" rel="noreferrer" className={buttons['button']}>
      {t('review:land.pull')}
    </a>
  )
}

interface LandedProps {
  readonly id: string
  readonly lane: Lane
  readonly found: Preflight
  readonly landed: NonNullable<Preflight['landed']>
}

function Landed({ id, lane, found, landed }: LandedProps) {
  const t = useWords()
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const revert = useMutation({
    mutationFn: () =>
      call('POST /api/lanes/:id/revert', { params: { id }, body: { expect: { base: found.expect.base } } }),
    onSuccess: () => {
      setAsks(false)
      notify(t('review:revert.done', { base: landed.base }))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [...keys.lanes, id] }),
  })
  return (
    <>
      <h2>{t('review:landed.title', { base: landed.base })}</h2>
      <p>
        <span className="mono">{landed.commit.slice(0, 10)}</span> <Moment at={landed.at} />
        {landed.folder !== null && <span className="faint"> {t('review:landed.folder', { path: landed.folder })}</span>}
      </p>
      <div className={styles['buttons']}>
        <Suspense>
          <ArchiveButton lane={lane} />
        </Suspense>
        {lane.kind === 'managed' && (
          <Link to="/lanes/$lane" params={{ lane: id }} search={{ tab: 'settings' }} className={buttons['button']}>
            {t('review:landed.remove')}
          </Link>
        )}
        <button type="button" className={buttons['button']} onClick={() => setAsks(true)}>
          {t('review:revert.button')}
        </button>
      </div>
      {asks && (
        <Confirm
          title={t('review:revert.title', { base: landed.base })}
          action={t('review:revert.action')}
          busy={revert.isPending}
          error={revert.error === null ? undefined : advice(revert.error)}
          onConfirm={() => revert.mutate()}
          onClose={() => setAsks(false)}
        >
          <p>{t('review:revert.what', { base: landed.base })}</p>
        </Confirm>
      )}
    </>
  )
}
