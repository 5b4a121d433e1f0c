import { Link } from '@tanstack/react-router'
import { Check as CheckMark, X } from 'lucide-react'
import { type ReactNode, Suspense, useId } from 'react'
import { useCaller } from '../../api/caller.js'
import type { Race, Racer, Session, Situation } from '../../api/types.js'
import { duration, usd } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { LazyLaneAsk } from '../../kit/ask/lazy-lane-ask.js'
import buttons from '../../kit/button.module.css'
import { Glyph } from '../../kit/glyph.js'
import { Age } from '../../kit/time.js'
import { unpricedNames, UnpricedSign } from '../../kit/unpriced-sign.js'
import { useLane, useSession } from '../../rows/rows.js'
import { agentName, agentNote } from './agent-name.js'
import type { Best } from './best.js'
import styles from './race.module.css'

type Kind = Racer['checks'][number]['kind']

interface RacerColumnProps {
  readonly race: Race
  readonly lane: Race['lanes'][number]
  readonly racer: Racer
  readonly best: Best
  /** The checks that any agent ran. */
  readonly kinds: readonly Kind[]
  readonly onKeep: () => void
}

const SHAPES: Readonly<Record<Racer['state'], Situation>> = {
  starts: 'working',
  works: 'working',
  waits: 'needs_you',
  failed: 'failed',
  rests: 'your_turn',
  none: 'ready',
  gone: 'abandoned',
}

/** One agent of a race: what it does, what it did, and what it asks. */
export function RacerColumn({ race, lane, racer, best, kinds, onKeep }: RacerColumnProps) {
  const t = useWords()
  const id = useId()
  const mayKeep = useCaller()?.role !== 'analyst' && race.decided_at === null && racer.state !== 'gone'
  const session = useSession(racer.session_id ?? '')
  const { state, since, said, turns, asks, waited_ms: waited, changes, conflicts } = racer
  const params = { lane: String(lane.lane_id) }
  return (
    <section
      className={styles['column']}
      aria-labelledby={id}
      data-kept={race.kept === lane.lane_id || undefined}
      data-archived={lane.archived || undefined}
    >
      <header>
        <Glyph situation={SHAPES[state]} />
        <h2 id={id}>{agentName(lane)}</h2>
        <small>{agentNote(lane, session?.model ?? null)}</small>
        <small className="mono">{lane.branch}</small>
      </header>
      <dl>
        <Row label={t('race:row.state')}>
          {t(`race:state.${state}`)} {since !== null && state !== 'rests' && <Age since={since} className="faint" />}
          {race.kept === lane.lane_id && <em>{t('race:kept')}</em>}
          {lane.archived && <span className="faint">{t('race:away')}</span>}
        </Row>
        {kinds.map((kind) => (
          <Row key={kind} label={t(`race:check.${kind}`)}>
            <Check check={racer.checks.find((one) => one.kind === kind)} />
          </Row>
        ))}
        <Row label={race.base === null ? t('race:row.mergesAnywhere') : t('race:row.merges', { base: race.base })}>
          {conflicts === null ? (
            <Unknown />
          ) : (
            <Outcome ok={conflicts.length === 0}>
              {conflicts.length === 0 ? t('race:yes') : t('race:conflicts', { count: conflicts.length })}
            </Outcome>
          )}
        </Row>
        <Row label={t('race:row.size')}>
          {changes === null ? (
            <Unknown />
          ) : (
            <>
              {t('race:files', { count: changes.files })}{' '}
              <span className="num faint">
                +{changes.added} −{changes.deleted}
              </span>
              {changes.uncommitted > 0 && (
                <span className="faint">{t('race:uncommitted', { count: changes.uncommitted })}</span>
              )}
              {best.size === lane.lane_id && <em>{t('race:best')}</em>}
            </>
          )}
        </Row>
        <Row label={t('race:row.cost')}>
          <span className="num">{usd(racer.cost_usd)}</span>
          <UnpricedSign names={unpricedNames(racer.unpriced_models)} />
          {best.cost === lane.lane_id && <em>{t('race:best')}</em>}
        </Row>
        <Row label={t('race:row.turns')}>{turns}</Row>
        <Row label={t('race:row.needed')}>
          {asks > 0
            ? t('race:asks', { count: asks, time: duration(waited) })
            : t(state === 'waits' ? 'race:now' : 'race:no')}
        </Row>
      </dl>
      {/* Empty for a deleted lane: it keeps the rows of the columns in line. */}
      <footer>
        {mayKeep && (
          <button type="button" className={buttons['button']} onClick={onKeep}>
            {t('race:keep.button')}
          </button>
        )}
        {(changes?.files ?? 0) > 0 && (
          <Link to="/lanes/$lane" params={params} search={{ tab: 'changes' }} className={buttons['button']}>
            {t('race:review')}
          </Link>
        )}
        {state !== 'gone' && (
          <Link to="/lanes/$lane" params={params} search={{}} className={buttons['quiet']}>
            {t('race:open')}
          </Link>
        )}
      </footer>
      <div className={styles['words']}>
        <Ask lane={lane.lane_id} session={session} said={said} />
      </div>
    </section>
  )
}

interface AskProps {
  readonly lane: number
  readonly session: Session | undefined
  readonly said: string | null
}

/** The question of an agent, answered in its column; without one in its pane, what it said last. */
function Ask({ lane: id, session, said }: AskProps) {
  const lane = useLane(String(id))
  const pane = lane?.panes.find(({ ask }) => ask !== null)
  const words = said === null ? null : <p>{said}</p>
  return lane === undefined || pane === undefined ? (
    words
  ) : (
    <Suspense>
      <LazyLaneAsk lane={lane} pane={pane} session={session} className={undefined} fallback={words} />
    </Suspense>
  )
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const Unknown = () => <span className="faint">–</span>

function Outcome({ ok, children }: { readonly ok: boolean; readonly children: ReactNode }) {
  return (
    <span className={styles[ok ? 'passed' : 'failed']}>
      {ok ? <CheckMark size={13} aria-hidden /> : <X size={13} aria-hidden />} {children}
    </span>
  )
}

function Check({ check }: { readonly check: Racer['checks'][number] | undefined }) {
  const t = useWords()
  if (check === undefined) return <span className="faint">{t('race:notRun')}</span>
  const { ok, command, edits_since: edits } = check
  return (
    <span title={command}>
      {ok === null ? t('race:ran') : <Outcome ok={ok}>{t(ok ? 'race:passed' : 'race:failed')}</Outcome>}
      {edits > 0 && <span className="faint"> {t('race:edits', { count: edits })}</span>}
    </span>
  )
}
