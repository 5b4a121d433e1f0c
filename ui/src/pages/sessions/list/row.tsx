import { Link } from '@tanstack/react-router'
import { Pin } from 'lucide-react'
import { memo } from 'react'
import type { Session } from '../../../api/types.js'
import { modelName, sessionTime } from '../../../format/format.js'
import { useWords } from '../../../i18n/use-words.js'
import { Cost } from '../../../kit/amount.js'
import { classes } from '../../../kit/classes.js'
import { Glyph } from '../../../kit/glyph.js'
import { placeOf, titleOf } from '../../../kit/session-label.js'
import { SessionWhy } from '../../../kit/session-why.js'
import { situationWords } from '../../../kit/situation.js'
import { Moment } from '../../../kit/time.js'
import { UnpricedSign, unpricedNames } from '../../../kit/unpriced-sign.js'
import { useNewlyWaiting } from '../../../live/news.js'
import { useSession } from '../../../rows/rows.js'
import { SelectBox } from '../select/select-box.js'
import styles from './list.module.css'

interface SessionRowProps {
  readonly row: Session
  readonly isSelected: boolean
  /** Whether any session is selected: then all rows show their check box. */
  readonly isSelecting: boolean
  readonly onSelect: (id: string, through: boolean) => void
  readonly onPin: (id: string, pinned: boolean) => void
}

const lastedOf = ({ started_at, ended_at, last_activity }: Session): number =>
  Date.parse(ended_at ?? last_activity ?? started_at) - Date.parse(started_at)

/** Tags that a row shows. */
const MOST_TAGS = 2

/** One session of the list: the row that was read, or the newer one that the live channel brought. */
export const SessionRow = memo(({ row, isSelected, isSelecting, onSelect, onPin }: SessionRowProps) => {
  const t = useWords()
  const session = useSession(row.id) ?? row
  const fresh = useNewlyWaiting(row.id)
  const name = titleOf(session)
  const { situation, pinned } = session
  return (
    <div
      className={classes(styles['item'], fresh && styles['fresh'])}
      data-state={situation}
      data-selected={isSelected}
      data-selecting={isSelecting}
      data-fresh={fresh}
    >
      <Link
        to="/sessions/$id"
        params={{ id: session.id }}
        className={classes(styles['grid'], styles['row'])}
        data-session={session.id}
      >
        <span aria-hidden />
        <span className={styles['who']}>
          <b>{name}</b>
          {session.tags.slice(0, MOST_TAGS).map((tag) => (
            <i key={tag}>{tag}</i>
          ))}
          {session.tags.length > MOST_TAGS && <i>{`+${session.tags.length - MOST_TAGS}`}</i>}
          <span title={session.cwd ?? undefined}>{placeOf(session)}</span>
        </span>
        <span className={styles['state']}>
          {situationWords(situation)}
          <span className={styles['in-state']}> · {placeOf(session)}</span>
        </span>
        <span className={styles['model']}>{session.model === null ? '–' : modelName(session.model)}</span>
        <span className={classes(styles['end'], styles['agents'], 'num')}>{session.agent_count ?? 1}</span>
        <span className={classes(styles['end'], styles['duration'], 'num')}>{sessionTime(lastedOf(session))}</span>
        <span className={classes(styles['end'], styles['cost'])}>
          <UnpricedSign names={unpricedNames(session.unpriced)} leads={false} />
          <Cost value={session.cost} />
        </span>
        <Moment
          at={session.last_activity ?? session.started_at}
          className={classes(styles['end'], styles['last'], 'num')}
        />
      </Link>
      <div className={classes(styles['grid'], styles['row'], styles['over'])}>
        <span className={styles['glyph']} aria-hidden>
          <Glyph situation={situation} />
        </span>
        <span className={styles['check']}>
          <SelectBox
            label={t('sessions:select.one', { name })}
            checked={isSelected}
            tabIndex={isSelecting ? 0 : -1}
            onToggle={(through) => onSelect(session.id, through)}
          />
        </span>
        <SessionWhy id={session.id} situation={situation} read={session} className={styles['why'] ?? ''} tabIndex={-1}>
          {null}
        </SessionWhy>
        <button
          type="button"
          className={styles['pin']}
          aria-pressed={pinned}
          aria-label={t(pinned ? 'sessions:act.unpinIt' : 'sessions:act.pinIt', { name })}
          tabIndex={-1}
          onClick={() => onPin(session.id, !pinned)}
        >
          <Pin size={14} aria-hidden />
        </button>
      </div>
    </div>
  )
})
SessionRow.displayName = 'SessionRow'
