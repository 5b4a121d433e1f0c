import { Link } from '@tanstack/react-router'
import type { SpokenHit } from '../../api/types.js'
import { lastPart } from '../../format/format.js'
import { SENDER_WORDS, SenderIcon } from '../../kit/sender.js'
import { titleOf } from '../../kit/session-label.js'
import { Moment } from '../../kit/time.js'
import { placeOfHit } from './place.js'
import { Snippet } from './snippet.js'

/** One message that holds the words: who said it, in which session, and the words around them. */
export function HitRow({ hit, words }: { hit: SpokenHit; words: string }) {
  const { session_id: id, session_name: name, session_cwd: cwd, sender } = hit
  return (
    <Link to="/sessions/$id" params={{ id }} search={placeOfHit(hit, words)} className="row hit">
      {sender === null ? <span aria-hidden /> : <SenderIcon sender={sender} />}
      <span className="what">
        {sender !== null && <span className="sr-only">{SENDER_WORDS[sender]}: </span>}
        <Snippet snippet={hit.snippet} />
      </span>
      <span className="who">
        <b>{titleOf({ id, name })}</b>
        <span>
          {hit.agent_id !== null && 'a subagent, '}
          {cwd === null ? 'no directory' : lastPart(cwd)}
        </span>
      </span>
      <Moment at={hit.timestamp} className="r num" />
    </Link>
  )
}
