import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { ownerShown } from '../../api/own-rows.js'
import { useWords } from '../../i18n/use-words.js'
import buttons from '../../kit/button.module.css'
import { classes } from '../../kit/classes.js'
import { repositoryOf } from '../../kit/lane-match.js'
import { laneTitle } from '../../kit/lane-title.js'
import type { Group } from '../../live/triage.js'
import { type Column, columnsOf } from './board-columns.js'
import styles from './board.module.css'
import { LaneGlyph } from './lane-glyph.js'
import { Activity, Changes, FailedActions, type RowActions, TONE, useLine } from './line-parts.js'
import { NextAction } from './next-action.js'

/** How many idle lanes are shown at first: they need nothing. */
const IDLE_SHOWN = 10

interface BoardProps extends RowActions {
  readonly groups: readonly Group[]
}

/** The lanes in columns by what they need: the same rows as in the list. */
export function Board({ groups, ...actions }: BoardProps) {
  return (
    <div className={styles['board']}>
      {columnsOf(groups).map((column) => (
        <BoardColumn key={column.key} column={column} {...actions} />
      ))}
    </div>
  )
}

function BoardColumn({ column: { key, ids }, ...actions }: RowActions & { readonly column: Column }) {
  const t = useWords()
  const [showsAll, setShowsAll] = useState(false)
  const shown = key === 'idle' && !showsAll ? ids.slice(0, IDLE_SHOWN) : ids
  const hidden = ids.length - shown.length
  return (
    <section aria-labelledby={`board-${key}`}>
      <h2 id={`board-${key}`} className={styles['title']}>
        {t(`lanes:board.${key}`)}
        <span className="num">{ids.length}</span>
      </h2>
      <ul>
        {shown.map((id) => (
          <Card key={id} id={id} {...actions} />
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className={buttons['quiet']} onClick={() => setShowsAll(true)}>
          {t('lanes:more', { count: hidden })}
        </button>
      )}
    </section>
  )
}

const Card = memo(function Card({ id, ...actions }: RowActions & { readonly id: string }) {
  const t = useWords()
  const line = useLine(id)
  if (line === undefined) return null
  const { lane, group, since, session, next, isFailed, Since } = line
  return (
    <li className={styles['card']} data-row={TONE[group] ?? ''}>
      <Link to="/lanes/$lane" params={{ lane: id }} className={styles['link']} data-lane={id} data-row="">
        <span className={styles['head']}>
          <LaneGlyph group={group} session={session} />
          <b>{laneTitle(lane)}</b>
          <Since since={since} className={classes('num', styles['age'])} />
        </span>
        <span className={styles['place']} title={lane.cwd}>
          {[repositoryOf(lane), ...ownerShown(lane)].filter((part) => part !== '').join(' · ')}
        </span>
        <span className={styles['what']}>
          <span className="sr-only">{t('situationOf', { situation: t(`group.${group}`) })} </span>
          <Activity lane={lane} session={session} />
        </span>
      </Link>
      {(next !== undefined || isFailed) && (
        <div className={styles['foot']}>
          <span className={classes('num', styles['changes'])}>
            {next?.changes != null && <Changes {...next.changes} />}
          </span>
          {isFailed ? (
            <FailedActions lane={lane} {...actions} />
          ) : (
            next !== undefined && <NextAction lane={id} decision={next} />
          )}
        </div>
      )}
    </li>
  )
})
