import * as Effect from 'effect/Effect'
import type { Caller } from '../../../domain/access/caller.js'
import { iso } from '../../../domain/time.js'
import type { ConversationHit } from '../../../projections/queries/conversation-search.js'
import { type ProjectOf, projectFinder } from '../../../projections/queries/project-directories.js'
import { sessionsByStream } from '../../../projections/queries/sessions.js'
import type { search } from '../../contract/insight/search.js'
import type { Handlers } from '../../handler.js'
import { ok } from '../../reply.js'
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

export const searchHandlers = ({ side, db, book, isAlive, staffReads }: Services): Handlers<keyof typeof search> => {
  /** Searches for a caller. What it shows of others is recorded before it is answered. */
  const recorded = <A>(
    route: keyof typeof search,
    { author, reads }: Caller,
    found: () => Promise<A>,
    sessionsIn: (found: A) => readonly string[],
  ) => Effect.tap(Effect.promise(found), (result) => staffReads.searched({ author, reads, route }, sessionsIn(result)))

  return {
    'GET /api/search': ({ query }, request) => {
      const { q = '', limit } = query
      const { reads } = request
      return Effect.map(
        recorded(
          'GET /api/search',
          request,
          () => side.search(reads, { ...query, q }),
          ({ hits }) => hits.map(({ session }) => session),
        ),
        ({ hits, next, behind }) => {
          const projectOf = projectFinder(db, reads)
          return ok({ hits: hits.map((hit) => shown(hit, projectOf)), limit, next, behind })
        },
      )
    },
    'GET /api/search/sessions': ({ query }, request) => {
      const { q = '', limit } = query
      const { reads } = request
      return Effect.map(
        recorded(
          'GET /api/search/sessions',
          request,
          () => side.searchSessions(reads, { ...query, q }),
          ({ groups, titled }) => [
            ...groups.flatMap(({ hits }) => hits.map(({ session }) => session)),
            ...titled.map(({ id }) => id),
          ],
        ),
        ({ groups, titled, totals, next, behind }) => {
          const streams = [...groups, ...titled].map(({ stream }) => stream)
          const found = sessionsByStream({ db, book: book(), isAlive }, reads, streams)
          const rows = new Map(found.map(({ stream, session }) => [stream, session]))
          const projectOf = projectFinder(db, reads)
          const sessions = groups.flatMap(({ stream, matches, hits, next: more }) => {
            const session = rows.get(stream)
            // Erased since it was found.
            return session === undefined
              ? []
              : [{ session, matches, hits: hits.map((hit) => shown(hit, projectOf)), next: more }]
          })
          const { matches, sessions: total, speakers, complete } = totals
          const named = titled.flatMap(({ stream }) => rows.get(stream) ?? [])
          return ok({ sessions, titled: named, matches, total, speakers, complete, limit, next, behind })
        },
      )
    },
  }
}
