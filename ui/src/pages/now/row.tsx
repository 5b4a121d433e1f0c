import { Link } from '@tanstack/react-router'
import { memo, type MouseEvent } from 'react'
import { usd } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { Glyph } from '../../kit/glyph.js'
import { Headline } from '../../kit/headline.js'
import { SegmentBar } from '../../kit/segment-bar.js'
import { placeOf, titleOf } from '../../kit/session-label.js'
import { situationWords } from '../../kit/situation.js'
import { Age } from '../../kit/time.js'
import { reasonOfSession } from '../../kit/reason.js'
import { WhyButton } from '../../kit/why-button.js'
import { useNewlyWaiting } from '../../live/news.js'
import { useSession } from '../../live/rows.js'

const TONE: Partial<Record<string, string>> = { needs_you: 'need', failed: 'fail' }

interface RowProps {
  readonly id: string
  readonly selected: boolean
  /** Shows the session beside the list; false when there is no room and the row should open its page. */
  readonly onPeek: (id: string) => boolean
}

/** One session as a sentence: its state, its name, what it asks or does, what it cost, how long it has been so. */
export const Row = memo(function Row({ id, selected, onPeek }: RowProps) {
  const t = useWords()
  const session = useSession(id)
  const fresh = useNewlyWaiting(id)
  if (session === undefined) return null
  const peek = (event: MouseEvent): void => {
    // A link like any other: new tabs, new windows and copied addresses work as everywhere.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    // The second click of a double click opens the page.
    if (event.detail > 1) return
    if (onPeek(id)) event.preventDefault()
  }
  return (
    <li className="has-why">
      <Link
        to="/sessions/$id"
        params={{ id }}
        className={`row ${TONE[session.situation] ?? ''} ${fresh ? 'fresh' : ''}`}
        data-session={id}
        aria-current={selected ? 'true' : undefined}
        onClick={peek}
        onFocus={() => onPeek(id)}
      >
        <span aria-hidden />
        <span className="who">
          <b>{titleOf(session)}</b>
          <span>{placeOf(session)}</span>
        </span>
        <span className="what">
          <span className="sr-only">{t('situationOf', { situation: situationWords(session.situation) })} </span>
          <Headline session={session} />
          <SegmentBar counts={session.subagents} />
        </span>
        <span className="r cost num">{session.cost === null ? '' : usd(session.cost)}</span>
        <Age since={session.situation_since} className="r age num" />
      </Link>
      <WhyButton reason={reasonOfSession(session)} className="why-glyph" tabIndex={-1}>
        <Glyph situation={session.situation} />
      </WhyButton>
    </li>
  )
})
