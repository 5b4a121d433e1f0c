import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Session } from '../../api/types.js'
import { useWords } from '../../i18n/use-words.js'
import { titleOf } from '../../kit/session-label.js'
import { sessionQuery } from '../../rows/queries.js'
import { useSession } from '../../rows/rows.js'
import styles from './origin.module.css'

/** Says which session this one belongs to: its parent, or the one that it continues or goes on as in the background. */
export function Origin({ session }: { session: Session }) {
  const t = useWords()
  const { continued_in: next, continued_from: before, parent_session_id: parent, thread } = session
  const others = [
    ['in', next],
    ['from', before],
    [thread ?? 'fork', parent],
  ] as const
  const found = others.find(([, id]) => id !== null)
  if (found === undefined || found[1] === null) return null
  const [kind, id] = found
  return (
    <p className={styles['origin']} data-part="origin">
      <span>{t(`session:origin.${kind}`)}</span>
      <Other id={id} />
    </p>
  )
}

function Other({ id }: { id: string }) {
  const { data } = useQuery(sessionQuery(id))
  const live = useSession(id) ?? data?.session
  // It may be deleted, or belong to somebody else.
  if (live === undefined) return <code>{id}</code>
  return (
    <Link to="/sessions/$id" params={{ id }} title={titleOf(live)}>
      {titleOf(live)}
    </Link>
  )
}
