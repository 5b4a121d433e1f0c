import { Link } from '@tanstack/react-router'
import { memo, type MouseEvent, useRef } from 'react'
import { isOfOthers } from '../../api/own-rows.js'
import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { classes } from '../../kit/classes.js'
import { Glyph } from '../../kit/glyph.js'
import { SessionWhy } from '../../kit/session-why.js'
import { situationWords } from '../../kit/situation.js'
import { useNear } from '../../kit/use-near.js'
import { useNewlyWaiting } from '../../live/news.js'
import { useIsMuted } from '../../rows/muted.js'
import { useSessionPart } from '../../rows/rows.js'
import { Context, Doing, Since, Spent, Who } from './row-parts.js'
import styles from './row.module.css'

const toneOf = (session: Session): string => {
  if (session.situation === 'needs_you') return isOfOthers(session) ? 'need-other' : 'need'
  return session.situation === 'failed' && !session.failure_dismissed ? 'fail' : ''
}

interface LineProps {
  readonly id: string
  readonly selected: boolean
  /** It waits no longer, and is about to move. */
  readonly decided: boolean
  /** Shows the session beside the list; false when there is no room and the row should open its page. */
  readonly onPeek: (id: string) => boolean
}

interface RowProps extends LineProps {
  /** Among the first rows: rendered before it is known which rows are in view. */
  readonly leads: boolean
  /** Always rendered, because a key may select it. */
  readonly kept: boolean
}

/** The place of a session in the list, with its content while that is near the view. */
export const Row = memo(function Row({ leads, kept, ...line }: RowProps) {
  const place = useRef<HTMLLIElement>(null)
  const { isNear, height } = useNear(place, leads)
  const isDrawn = isNear || kept
  return (
    <li ref={place} className={styles['place']} style={isDrawn ? undefined : { height }}>
      {isDrawn && <Line {...line} />}
    </li>
  )
})

/** One session in a line: state, name, question or activity, context, cost, and time in this state. */
function Line({ id, selected, decided, onPeek }: LineProps) {
  const t = useWords()
  const situation = useSessionPart(id, (session) => session.situation)
  const tone = useSessionPart(id, toneOf)
  const fresh = useNewlyWaiting(id)
  const muted = useIsMuted(id)
  if (situation === undefined) return null
  const peek = (event: MouseEvent): void => {
    // A link like any other: new tabs, new windows and copied addresses work as everywhere.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    // The second click of a double click opens the page.
    if (event.detail > 1) return
    if (onPeek(id)) event.preventDefault()
  }
  return (
    <>
      <Link
        to="/sessions/$id"
        params={{ id }}
        className={classes(styles['row'], fresh && styles['fresh'])}
        data-row={tone}
        data-muted={muted || undefined}
        data-decided={decided || undefined}
        data-session={id}
        aria-current={selected ? 'true' : undefined}
        onClick={peek}
        onFocus={() => onPeek(id)}
      >
        <span aria-hidden />
        <Who id={id} />
        <span className={styles['what']} data-what>
          <span className="sr-only">{t('situationOf', { situation: situationWords(situation) })} </span>
          <Doing id={id} />
        </span>
        <Context id={id} />
        <Spent id={id} />
        <Since id={id} />
      </Link>
      <SessionWhy id={id} situation={situation} className={styles['why']} tabIndex={-1}>
        <Glyph situation={situation} />
      </SessionWhy>
    </>
  )
}
