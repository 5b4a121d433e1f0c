import { iso } from '../../../domain/time.js'
import type { ConversationHit } from '../../../projections/queries/conversation-search.js'
import { type ProjectOf, projectFinder } from '../../../projections/queries/project-directories.js'
import { sessionsByStream } from '../../../projections/queries/sessions.js'
import type { search } from '../../contract/insight/search.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

const shown = ({ session, name, cwd, agent, at, ...hit }: ConversationHit, projectOf: ProjectOf) => ({
  session_id: session,
  session_name: name,
  session_cwd: cwd,
  session_project: projectOf(cwd),
  agent_id: agent,
  timestamp: iso(at),
  ...hit,
})

export const searchHandlers = ({ side, db, book, isAlive }: Services): Handlers<keyof typeof search> => ({
  'GET /api/search': async ({ query }, { reads }) => {
    const { q = '', limit } = query
    const { hits, next, behind } = await side.search(reads, { ...query, q })
    const projectOf = projectFinder(db, reads)
    return { status: 200, json: { hits: hits.map((hit) => shown(hit, projectOf)), limit, next, behind } }
  },
  'GET /api/search/sessions': async ({ query }, { reads }) => {
    const { q = '', limit } = query
    const { groups, totals, next, behind } = await side.searchSessions(reads, { ...query, q })
    const streams = groups.map(({ stream }) => stream)
    const rows = new Map(
      sessionsByStream({ db, book: book(), isAlive }, reads, streams).map(({ stream, session }) => [stream, session]),
    )
    const projectOf = projectFinder(db, reads)
    const sessions = groups.flatMap(({ stream, matches, hits, next: more }) => {
      const session = rows.get(stream)
      // Erased since it was found.
      return session === undefined
        ? []
        : [{ session, matches, hits: hits.map((hit) => shown(hit, projectOf)), next: more }]
    })
    const { matches, sessions: total, speakers, complete } = totals
    return { status: 200, json: { sessions, matches, total, speakers, complete, limit, next, behind } }
  },
})
