import { sentence, type Group } from '../../live/triage.js'

/** The headline of the page: the answer before any list. */
export function Sentence({ groups }: { groups: readonly Group[] }) {
  const { loud, quiet } = sentence(groups)
  return (
    <h1>
      {loud !== '' && <em className="num">{loud} </em>}
      {quiet}
    </h1>
  )
}
