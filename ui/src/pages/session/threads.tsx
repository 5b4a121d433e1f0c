import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.js'
import { keys } from '../../api/queries.js'
import type { Session } from '../../api/types.js'
import { usd } from '../../format/format.js'
import { useWords } from '../../i18n/use-words.js'
import { classes } from '../../kit/classes.js'
import { Glyph } from '../../kit/glyph.js'
import { titleOf } from '../../kit/session-label.js'
import { situationWords } from '../../kit/situation.js'
import { useSession } from '../../rows/rows.js'
import tree from './agents/agent-tree.module.css'
import side from './side.module.css'

const MOST = 24

const threadsQuery = (parent: string) => ({
  queryKey: [...keys.sessionList, 'threads', parent],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call('GET /api/sessions', { query: { parent, limit: MOST }, signal }),
})

/** The sessions that this one started, its forks and its copies, the newest first. Codex has a session for each subagent. */
export function Threads({ session: { id } }: { session: Session }) {
  const t = useWords()
  const { data } = useQuery(threadsQuery(id))
  if (data === undefined || data.total === 0) return null
  const more = data.total - data.sessions.length
  return (
    <section data-part="threads">
      <h2>{t('session:threads.title')}</h2>
      <ul className={tree['tree']}>
        {data.sessions.map((session) => (
          <Thread key={session.id} read={session} />
        ))}
      </ul>
      {more > 0 && <p className={side['more']}>{t('session:threads.more', { count: more })}</p>}
    </section>
  )
}

function Thread({ read }: { read: Session }) {
  const t = useWords()
  const session = useSession(read.id) ?? read
  const { id, situation, cost, thread } = session
  return (
    <li>
      <Link className={tree['node']} to="/sessions/$id" params={{ id }} title={titleOf(session)}>
        <span role="img" aria-label={situationWords(situation)}>
          <Glyph situation={situation} />
        </span>
        <span className={tree['name']}>
          {titleOf(session)} <span className="faint">{t(`session:threads.${thread ?? 'fork'}`)}</span>
        </span>
        <span className={classes('num', tree['cost'])}>{cost !== null && cost > 0 ? usd(cost) : ''}</span>
      </Link>
    </li>
  )
}
