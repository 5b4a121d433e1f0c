import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { Command } from '../../kit/command.js'
import { Headline } from '../../kit/headline.js'
import { situationWords } from '../../kit/situation.js'
import { Age } from '../../kit/time.js'
import { Why } from '../../kit/why.js'
import { askWords } from '../../kit/ask-words.js'

/** What the session wants or does, in full, with the evidence for it. */
export function Ask({ session }: { session: Session }) {
  const t = useWords()
  const { headline, situation } = session
  const waits = situation === 'needs_you'
  const isCommand = headline?.kind === 'permission' && headline.tool !== null
  return (
    <div className={`ask ${waits ? 'need' : situation === 'failed' ? 'fail' : ''}`}>
      <div className="title">
        <span>{waits ? askWords(headline) : situationWords(situation)}</span>
        <Age since={session.situation_since} className="num" />
      </div>
      {waits && headline !== null ? (
        isCommand ? (
          <pre>
            <Command text={headline.text} />
          </pre>
        ) : (
          <p>{headline.text}</p>
        )
      ) : (
        <p>
          <Headline session={session} />
        </p>
      )}
      <Why session={session} />
      {waits && <p className="why">{t('now:ask')}</p>}
    </div>
  )
}
