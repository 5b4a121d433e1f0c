import { Trans } from '../../i18n/trans.js'
import { answerOf, type Group } from '../../live/triage.js'

/** The headline of the page: the answer before any list. */
export function Sentence({ groups }: { groups: readonly Group[] }) {
  const { says, count } = answerOf(groups)
  return (
    <h1>
      <Trans
        i18nKey={`now:answer.${says}`}
        count={count}
        components={{ em: <em className="num" />, bad: <em className="num bad" /> }}
      />
    </h1>
  )
}
