import { Link } from '@tanstack/react-router'
import { memo, useRef } from 'react'
import { useWords } from '../../i18n/use-words.js'
import { classes } from '../../kit/classes.js'
import { useNear } from '../../kit/use-near.js'
import { Agents } from './agents.js'
import { LaneGlyph } from './lane-glyph.js'
import { Activity, Changes, FailedActions, type RowActions, TONE, useLine } from './line-parts.js'
import { NextAction } from './next-action.js'
import { laneTitle } from '../../kit/lane-title.js'
import { lanePlace } from './lane-label.js'
import styles from './row.module.css'

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

function Line({ id, ...actions }: RowActions & { readonly id: string }) {
  const t = useWords()
  const line = useLine(id)
  if (line === undefined) return null
  const { lane, group, since, session, next, isFailed, Since } = line
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
        <Since since={since} className={classes('num', styles['age'])} />
      </Link>
      {next !== undefined && !isFailed && (
        <div className={styles['next']}>
          <NextAction lane={id} decision={next} />
        </div>
      )}
      {isFailed && (
        <div className={styles['acts']}>
          <FailedActions lane={lane} {...actions} />
        </div>
      )}
    </>
  )
}
