import type { Visibility } from '../../domain/access/visibility.js'
import { decideAgent, type KnownAgent } from '../../domain/agent/decide.js'
import { decideSession, type KnownSession } from '../../domain/session/decide.js'
import type { Instant } from '../../domain/time.js'
import { sessionStream } from '../../events/streams.js'
import { Filter } from '../../projections/queries/filter.js'
import { TAGS, tagsIn } from '../../projections/queries/session-labels.js'
import type { Reader } from '../../projections/sql.js'
import { defineDecider } from '../kernel/run.js'

interface StoredSession extends Omit<NonNullable<KnownSession>, 'pinned' | 'tags'> {
  readonly pinnedAt: Instant | null
  /** JSON. */
  readonly tags: string
}

const loadSession = (db: Reader, id: string): KnownSession => {
  const row = db.get<StoredSession>(
    `select status, last_at as lastAt, situation, situation_since as situationSince, pinned_at as pinnedAt,
       dismissed_at as dismissedAt, ${TAGS} as tags, note
     from p_session left join p_session_flag using (stream) left join p_session_note using (stream) where id = ?`,
    id,
  )
  if (row === undefined) return undefined
  const { pinnedAt, tags, ...known } = row
  return { ...known, pinned: pinnedAt !== null, tags: tagsIn(tags) }
}

interface AgentKey {
  readonly session: string
  readonly agent: string
  /** The session of a new agent is named in the body of the request, which no guard checks. */
  readonly visibility: Visibility
}

const loadAgent = (db: Reader, { session: id, agent, visibility }: AgentKey): KnownAgent => {
  const filter = new Filter(visibility, 'owner').and('id = ?', id)
  const session = db.get<{ stream: number; main_status: string | null }>(
    `select stream, main_status from p_session ${filter.where}`,
    ...filter.params,
  )
  if (session === undefined) return { session: false, agent: false }
  const isKnown =
    agent === `${id}-main`
      ? session.main_status !== null
      : db.get('select 1 from p_agent where stream = ? and id = ?', session.stream, agent) !== undefined
  return { session: true, agent: isKnown }
}

/** Commands about a session, by its id. */
export const session = defineDecider({ stream: sessionStream, load: loadSession, decide: decideSession })

/** Commands about an agent of a session. */
export const agent = defineDecider({
  stream: ({ session }: AgentKey) => sessionStream(session),
  load: loadAgent,
  decide: decideAgent,
})
