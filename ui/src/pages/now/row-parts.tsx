import { BellOff } from 'lucide-react'
import { ownerShown } from '../../api/own-rows.js'
import { instant, usd } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { classes } from '../../kit/classes.js'
import { Headline } from '../../kit/headline.js'
import { SegmentBar } from '../../kit/segment-bar.js'
import { laneTitle } from '../../kit/lane-title.js'
import { placeOf, titleOf } from '../../kit/session-label.js'
import { Age, Kept } from '../../kit/time.js'
import { UnpricedSign, unpricedNames } from '../../kit/unpriced-sign.js'
import { useContextShare } from '../../kit/use-context-share.js'
import { useTimed } from '../../live/clock.js'
import { useLaneOf } from '../../live/lane-groups.js'
import { useIsMuted } from '../../rows/muted.js'
import { useSession, useSessionPart } from '../../rows/rows.js'
import styles from './row.module.css'
import { useBurnOf } from './use-burn-of.js'

// Each part of a row subscribes to its session on its own: an agent at work changes several times a second, and most of its row
// stays the same.

export function Who({ id }: { id: string }) {
  const t = useWords()
  const isMuted = useIsMuted(id)
  const name = useSessionPart(id, titleOf)
  const lane = useLaneOf(id)
  const title = lane === undefined ? name : laneTitle(lane)
  const place = useSessionPart(id, placeOf)
  return (
    <span className={styles['who']} data-who>
      <b title={name}>
        {isMuted && (
          <span className={styles['muted']} title={t('mute.muted')}>
            <BellOff size={12} aria-hidden />
            <span className="sr-only">{t('mute.muted')} </span>
          </span>
        )}
        {title}
      </b>
      <span>{place}</span>
    </span>
  )
}

export function Doing({ id }: { id: string }) {
  const session = useSession(id)
  if (session === undefined) return null
  return (
    <>
      {ownerShown(session).map((name) => (
        <b key={name} data-owner>
          {name}{' '}
        </b>
      ))}
      <Headline session={session} />
      <SegmentBar counts={session.subagents} />
    </>
  )
}

/** How full the context is, if the status line of the session reports it. */
export function Context({ id }: { id: string }) {
  const t = useWords()
  const context = useContextShare(id)
  return (
    <span className={classes('num', styles['end'], styles['context'])} data-context>
      {context !== undefined && (
        <span title={t('now:peek.contextTitle', { share: context.words, title: context.title })}>{context.words}</span>
      )}
    </span>
  )
}

export function Spent({ id }: { id: string }) {
  const cost = useSessionPart(id, ({ cost }) => (cost === null ? '' : usd(cost)))
  const unpriced = useSessionPart(id, (session) => unpricedNames(session.unpriced))
  return (
    <span className={classes('num', styles['end'], styles['cost'])} data-cost>
      <span>
        <UnpricedSign names={unpriced ?? ''} leads={false} />
        {cost}
      </span>
      <Rate id={id} />
    </span>
  )
}

/** Before that, a rate says no more than the cost. */
const LONG_ENOUGH_MS = 10 * 60_000

/** The burn rate of an agent at work, after a while. */
function Rate({ id }: { id: string }) {
  const t = useWords()
  const started = useSessionPart(id, (session) => (session.situation === 'working' ? session.started_at : ''))
  const isLong = useTimed((now) => (started && now - Date.parse(started) > LONG_ENOUGH_MS ? 'yes' : '')) !== ''
  const burn = useBurnOf(id)
  if (!isLong || burn === undefined) return null
  return (
    <span
      className={styles['rate']}
      data-rate
      title={t('now:rate.title', { cost: usd(burn.cost), since: instant(burn.since) })}
    >
      {t('now:rate.hour', { amount: usd(burn.usd_per_hour) })}
    </span>
  )
}

export function Since({ id }: { id: string }) {
  const since = useSessionPart(id, ({ situation_since }) => situation_since)
  const waits = useSessionPart(id, ({ situation }) => (situation === 'needs_you' ? 'yes' : 'no'))
  if (since === undefined) return null
  const Shown = waits === 'yes' ? Kept : Age
  return <Shown since={since} className={classes('num', styles['end'], styles['age'])} />
}
