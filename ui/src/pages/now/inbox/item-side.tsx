import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { call } from '../../../api/call.js'
import { advice } from '../../../api/failure.js'
import { keys } from '../../../api/queries.js'
import type { Decision, Lane, Pane } from '../../../api/types.js'
import { BudgetBar } from '../../../budget/budget-bar.js'
import { hundredths, moment, usd } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { LazyLaneAsk } from '../../../kit/ask/lazy-lane-ask.js'
import buttons from '../../../kit/button.module.css'
import { classes } from '../../../kit/classes.js'
import { laneTitle } from '../../../kit/lane-title.js'
import { notify } from '../../../kit/notices.js'
import { Age } from '../../../kit/time.js'
import { useTimed } from '../../../live/clock.js'
import { useSession } from '../../../rows/rows.js'
import { LastTurn } from '../last-turn.js'
import peek from '../peek.module.css'
import { DecisionActions } from './decision-actions.js'
import styles from './item-side.module.css'
import type { Item } from './placed.js'

interface ItemSideProps {
  readonly item: Item
  /** Whether the user selected it: on a phone, it covers the list then. */
  readonly isAsked: boolean
  readonly onClose: () => void
}

/** The selected row beside the list, if it is no session. */
export function ItemSide({ item, isAsked, onClose }: ItemSideProps) {
  const t = useWords()
  const title = item.is === 'dialog' ? laneTitle(item.lane) : item.decision.title
  const lane = item.is === 'dialog' ? item.lane.id : item.decision.lane?.id
  return (
    <aside className={classes(peek['peek'], isAsked && styles['over'])} data-peek aria-label={t('inbox:side')}>
      <header>
        <div className={peek['title']}>
          <button type="button" className={styles['back']} aria-label={t('inbox:back')} onClick={onClose}>
            <ArrowLeft size={18} aria-hidden />
          </button>
          <h2>{title}</h2>
        </div>
      </header>
      {item.is === 'dialog' ? (
        <Dialog lane={item.lane} pane={item.pane} />
      ) : (
        <>
          <About decision={item.decision} />
          <DecisionActions decision={item.decision} />
          <Said session={item.decision.session_id} />
        </>
      )}
      <footer>
        {lane !== undefined && (
          <Link to="/lanes/$lane" params={{ lane: String(lane) }} className={buttons['button']}>
            {t('lane.open')} <kbd>l</kbd>
          </Link>
        )}
        {item.is === 'decision' && item.decision.session_id !== null && (
          <Link to="/sessions/$id" params={{ id: item.decision.session_id }} className={buttons['button']}>
            {t('inbox:review.conversation')} <kbd>o</kbd>
          </Link>
        )}
      </footer>
    </aside>
  )
}

/** The end of the conversation that led here. */
function Said({ session: id }: { session: string | null }) {
  const session = useSession(id ?? '')
  return session === undefined ? null : <LastTurn session={session} />
}

/** A dialog that an agent starts with. */
function Dialog({ lane, pane }: { lane: Lane; pane: Pane }) {
  const t = useWords()
  const fallback = (
    <Card title={t('inbox:dialog.reading')} since={pane.started_at} tone="need">
      <p>{pane.waiting?.text}</p>
      <Link
        to="/lanes/$lane"
        params={{ lane: String(lane.id) }}
        search={{ slot: pane.slot }}
        className={buttons['button']}
      >
        {t('inbox:dialog.terminal')}
      </Link>
    </Card>
  )
  return (
    <Suspense fallback={fallback}>
      <LazyLaneAsk lane={lane} pane={pane} session={undefined} className={styles['ask']} fallback={fallback} />
    </Suspense>
  )
}

function About({ decision }: { decision: Decision }) {
  const { kind } = decision
  if (kind === 'conflict') return <Conflict decision={decision} />
  return kind === 'budget' ? <Budget decision={decision} /> : <Review decision={decision} />
}

const MOST_FILES = 8

/** A merge that stopped at conflicts. */
function Conflict({ decision: { lane, conflicts, at } }: { decision: Decision }) {
  const t = useWords()
  const ask = useMutation({
    mutationFn: (id: number) =>
      call('POST /api/lanes/:id/message', {
        params: { id: String(id) },
        body: { text: t('inbox:conflict.message', { files: conflicts.slice(0, 50).join(', ') }) },
      }),
    onSuccess: () => notify(t('inbox:conflict.asked')),
  })
  if (lane === null) return null
  const more = conflicts.length - MOST_FILES
  return (
    <Card title={t('inbox:conflict.title', { count: conflicts.length })} since={at} tone="need">
      <ul className={styles['files']}>
        {conflicts.slice(0, MOST_FILES).map((path) => (
          <li key={path} className="mono">
            {path}
          </li>
        ))}
        {more > 0 && <li className="faint">{t('inbox:conflict.more', { count: more })}</li>}
      </ul>
      <div className={styles['buttons']}>
        <button
          type="button"
          className={buttons['primary']}
          data-first
          disabled={ask.isPending || ask.isSuccess}
          onClick={() => ask.mutate(lane.id)}
        >
          {t('inbox:conflict.ask')}
        </button>
        <Link
          to="/lanes/$lane"
          params={{ lane: String(lane.id) }}
          search={{ tab: 'changes' }}
          className={buttons['button']}
        >
          {t('inbox:review.open')}
        </Link>
      </div>
      {ask.error !== null && (
        <p role="alert" className="bad">
          {advice(ask.error)}
        </p>
      )}
    </Card>
  )
}

/** What the agents of a lane left. */
function Review({ decision: { kind, lane, text, changes, at } }: { decision: Decision }) {
  const t = useWords()
  if (lane === null || changes === null) return null
  const { files, added, deleted, uncommitted } = changes
  return (
    <Card title={t('inbox:review.title', { count: files })} since={at} tone="">
      {text !== '' && <p>{text}</p>}
      <p className="faint">
        <span className="num">
          +{added} −{deleted}
        </span>
        {uncommitted > 0 && `, ${t('inbox:review.uncommitted', { count: uncommitted })}`}
      </p>
      <div className={styles['buttons']}>
        <Link
          to="/lanes/$lane"
          params={{ lane: String(lane.id) }}
          search={{ tab: kind === 'land' ? 'land' : 'changes' }}
          className={buttons['primary']}
          data-first
        >
          {t(kind === 'land' ? 'inbox:land.open' : 'inbox:review.open')}
        </Link>
      </div>
    </Card>
  )
}

function Budget({ decision: { budget, at } }: { decision: Decision }) {
  const t = useWords()
  const resets = useTimed((now) => (budget === null ? '' : moment(budget.resets_at, now)))
  const queries = useQueryClient()
  const pause = useMutation({
    mutationFn: (pauses: boolean) =>
      call('PATCH /api/budgets/:id', { params: { id: budget?.id ?? '' }, body: { pauses_starts: pauses } }),
    onSuccess: (_, pauses) => notify(t(pauses ? 'inbox:budget.willPause' : 'inbox:budget.willStart')),
    onSettled: () =>
      void Promise.all([keys.budgets, keys.decisions].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  if (budget === null) return null
  const { pauses_starts: pauses } = budget
  const { share, spent_usd: spent, amount_usd: amount, forecast_usd: forecast } = budget
  return (
    <Card title={t('inbox:budget.used', { share: hundredths(Math.floor(share * 100)) })} since={at} tone="need">
      <BudgetBar {...budget} />
      <p>
        {t('inbox:budget.spent', { spent: usd(spent), amount: usd(amount) })}
        {forecast !== null && `, ${t('inbox:budget.forecast', { amount: usd(forecast) })}`}
      </p>
      <p className="faint">
        {t('inbox:budget.resets', { at: resets })}
        {pauses && ` · ${t(share >= 1 ? 'inbox:budget.isPausing' : 'inbox:budget.willPause')}`}
      </p>
      {pause.error !== null && (
        <p role="alert" className="bad">
          {advice(pause.error)}
        </p>
      )}
      <div className={styles['buttons']}>
        <button
          type="button"
          className={buttons['button']}
          disabled={pause.isPending}
          onClick={() => pause.mutate(!pauses)}
        >
          {t(pauses ? 'inbox:budget.start' : 'inbox:budget.pause')}
        </button>
        <Link to="/alerts" search={{ edit: budget.id }} className={buttons['button']} data-first>
          {t('inbox:budget.edit')}
        </Link>
      </div>
    </Card>
  )
}

interface CardProps {
  readonly title: string
  readonly since: string
  readonly tone: 'need' | ''
  readonly children: ReactNode
}

function Card({ title, since, tone, children }: CardProps) {
  return (
    <section className={styles['card']} data-tone={tone}>
      <div className={styles['title']}>
        <h3>{title}</h3>
        <Age since={since} className="num" />
      </div>
      {children}
    </section>
  )
}
