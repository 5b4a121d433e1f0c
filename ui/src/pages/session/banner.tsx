import type { Session } from '../../api/types.js'
import { askWords } from '../../kit/ask-words.js'
import { Glyph } from '../../kit/glyph.js'
import { Age } from '../../kit/time.js'
import { WhyButton } from '../../kit/why-button.js'

/** Only where someone has to act: the session waits, or it failed. */
export function Banner({ session }: { session: Session }) {
  const { situation, headline } = session
  if (situation !== 'needs_you' && situation !== 'failed') return null
  const waits = situation === 'needs_you'
  return (
    <div className={`banner ${waits ? 'need' : 'fail'}`}>
      <Glyph situation={situation} />
      <p className="says">
        <b>
          {waits ? 'Waiting for you' : 'Failed'}, <Age since={session.situation_since} className="num" />
          {waits ? '.' : ' ago.'}
        </b>{' '}
        {waits && askWords(headline) !== 'Waiting for you' && `${askWords(headline)}: `}
        <span className={headline?.kind === 'permission' && headline.tool !== null ? 'mono' : ''}>
          {headline?.text}
        </span>
      </p>
      <WhyButton session={session} className="why-word">
        Why?
      </WhyButton>
    </div>
  )
}
