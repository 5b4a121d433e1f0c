import { Link } from '@tanstack/react-router'
import type { SpokenHit } from '../../api/types.js'
import { lastPart } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { SenderIcon, senderWords } from '../../kit/sender.js'
import { titleOf } from '../../kit/session-label.js'
import { Moment } from '../../kit/time.js'
import { placeOfHit } from './place.js'
import { Snippet } from './snippet.js'

/** One message that holds the words: who said it, in which session, and the words around them. */
export function HitRow({ hit, words }: { hit: SpokenHit; words: string }) {
  const t = useWords()
  const { session_id: id, session_name: name, session_cwd: cwd, sender } = hit
  const place = cwd === null ? t('session.noDirectory') : lastPart(cwd)
  return (
    <Link to="/sessions/$id" params={{ id }} search={placeOfHit(hit, words)} className="row hit">
      {sender === null ? <span aria-hidden /> : <SenderIcon sender={sender} />}
      <span className="what">
        {sender !== null && <span className="sr-only">{t('situationOf', { situation: senderWords(sender) })} </span>}
        <Snippet snippet={hit.snippet} directory={cwd} />
      </span>
      <span className="who">
        <b>{titleOf({ id, name })}</b>
        <span>{hit.agent_id === null ? place : t('search:subagentIn', { place })}</span>
      </span>
      <Moment at={hit.timestamp} className="r num" />
    </Link>
  )
}
