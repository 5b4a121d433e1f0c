import { memo } from 'react'
import { Trans } from '../../i18n/trans.js'
import type { Answer } from '../../live/triage.js'

/** The headline of the page. */
export const Sentence = memo(function Sentence({ says, count }: Answer) {
  return (
    <h1>
      <Trans
        i18nKey={`now:answer.${says}`}
        count={count}
        components={{ em: <em className="num" />, bad: <em className="num bad" /> }}
      />
    </h1>
  )
})
