import { Link } from '@tanstack/react-router'
import { memo, useRef } from 'react'
import type { Lane } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { classes } from '../../kit/classes.js'
import { Age, Kept } from '../../kit/time.js'
import { useNear } from '../../kit/use-near.js'
import { useLaneState } from '../../live/lane-groups.js'
import { useLane, useSession } from '../../rows/rows.js'
import { Agents } from './agents.js'
import { useNext } from './decided.js'
import { LaneGlyph } from './lane-glyph.js'
import { Activity, Changes, TONE } from './line-parts.js'
import { NextAction } from './next-action.js'
import { laneTitle } from '../../kit/lane-title.js'
import { lanePlace } from './lane-label.js'
import styles from './row.module.css'

export interface RowActions {
  readonly onCreateAgain: (lane: Lane) => void
  readonly onDelete: (lane: Lane) => void
}

interface RowProps extends RowActions {
  readonly id: string
  /** Among the first: drawn before it is known which rows are in view. */
  readonly leads: boolean
}

/** The place of a lane in the list, with its content while that is near the view. */
export const Row = memo(function Row({ leads, ...line }: RowProps) {
  const place = useRef<HTMLLIElement>(null)
  const { isNear, height } = useNear(place, leads)
  return (
    <li ref={place} className={styles['place']} style={isNear ? undefined : { height }}>
      {isNear && <Line {...line} />}
    </li>
  )
})

function Line({ id, onCreateAgain, onDelete }: RowActions & { readonly id: string }) {
  const t = useWords()
  const lane = useLane(id)
  const state = useLaneState(id)
  const session = useSession(state?.lead ?? '')
  const next = useNext(id)
  if (lane === undefined || state === undefined) return null
  const { group, since } = state
  const Shown = group === 'waiting' ? Kept : Age
  const isFailed = lane.status === 'failed' && group === 'failed'
  return (
    <>
      <Link
        to="/lanes/$lane"
        params={{ lane: id }}
        className={classes(styles['grid'], styles['row'])}
        data-row={TONE[group] ?? ''}
        data-lane={id}
      >
        <LaneGlyph group={group} session={session} />
        <span className={styles['who']}>
          <b>{laneTitle(lane)}</b>
          <span title={lane.cwd}>{lanePlace(lane, session)}</span>
        </span>
        <span className={styles['what']} data-what>
          <span className="sr-only">{t('situationOf', { situation: t(`group.${group}`) })} </span>
          <Activity lane={lane} session={session} />
        </span>
        <span className={styles['slots']}>
          <Agents panes={lane.panes} />
        </span>
        <span className={classes('num', styles['changes'])}>
          {next?.changes != null && <Changes {...next.changes} />}
        </span>
        <span />
        <Shown since={since} className={classes('num', styles['age'])} />
      </Link>
      {next !== undefined && !isFailed && (
        <div className={styles['next']}>
          <NextAction lane={id} decision={next} />
        </div>
      )}
      {isFailed && (
        <div className={styles['acts']}>
          <button type="button" className={buttons['button']} onClick={() => onCreateAgain(lane)}>
            {t('lanes:failed.again')}
          </button>
          <button type="button" className={buttons['button']} onClick={() => onDelete(lane)}>
            {t('lanes:failed.delete')}
          </button>
        </div>
      )}
    </>
  )
}
