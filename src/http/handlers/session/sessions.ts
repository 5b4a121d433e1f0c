import * as Effect from 'effect/Effect'
import type { Visibility } from '../../../domain/access/visibility.js'
import { todoSummary } from '../../../domain/plan/progress.js'
import { reject } from '../../../domain/rejection.js'
import { agentsOfSession } from '../../../projections/queries/agents.js'
import { conversingAgents } from '../../../projections/queries/conversations.js'
import { eventsOfSession } from '../../../projections/queries/events.js'
import { ok, stillThere } from '../../reply.js'
import {
  listSessions,
  pageOfSessions,
  sessionById,
  type SessionContext,
  type SessionShape,
} from '../../../projections/queries/sessions.js'
import { directoriesOf } from '../../../projections/queries/project-directories.js'
import { directoriesOfLane } from '../../../projections/queries/lane-sessions.js'
import { remoteSource } from '../../../projections/queries/remote-sources.js'
import { processOfSession } from '../../../projections/queries/session-process.js'
import { looksAtAll } from '../../../projections/queries/session-places.js'
import { scansSessions } from '../../../projections/queries/session-filter.js'
import { todosOfSessionIds, todosOfSessions } from '../../../projections/queries/plans.js'
import { sessionFacets } from '../../../projections/queries/session-facets.js'
import { sessionStats } from '../../../projections/queries/stats.js'
import { runsOfSession } from '../../../projections/queries/workflow-runs.js'
import type { sessions } from '../../contract/session/sessions.js'
import { absent } from '../../contract/row-kinds.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'
import { agentIn } from './agent-in.js'
import { conversationReader } from './conversation-reader.js'

/** Maximum number of sessions per page that include their plan. */
const MOST_WITH_PROGRESS = 100

export const sessionHandlers = (services: Services): Handlers<keyof typeof sessions> => {
  const { db, book, isAlive, conversations } = services
  const reader = conversationReader(services)
  const context = (): SessionContext => ({ db, book: book(), isAlive })
  const withProgress = (visibility: Visibility, page: readonly SessionShape[]): readonly SessionShape[] => {
    const first = page.slice(0, MOST_WITH_PROGRESS)
    const todos = todosOfSessionIds(
      db,
      visibility,
      first.map(({ id }) => id),
    )
    const summed = first.map((session) => {
      const snapshot = todos.get(session.id)
      return { ...session, todo_summary: snapshot === undefined ? null : todoSummary(snapshot) }
    })
    return [...summed, ...page.slice(MOST_WITH_PROGRESS)]
  }
  const changed = (visibility: Visibility, id: string) =>
    Effect.suspend(() => {
      const found = stillThere('session', sessionById(context(), visibility, id))
      return Effect.map(found, ({ session }) => ok({ session }))
    })
  const placesOf = (visibility: Visibility, { lane, cwd }: { lane?: number | undefined; cwd: readonly string[] }) => ({
    within: directoriesOfLane(db, visibility, lane),
    cwd: directoriesOf(db, visibility, cwd),
  })
  return {
    'GET /api/sessions': async ({ query: asked }, { reads }) => {
      const query = { ...asked, ...placesOf(reads, asked) }
      const { limit, offset } = query
      const { total, next, ...page } = looksAtAll(query)
        ? pageOfSessions(context(), reads, await services.side.sessions(reads, query))
        : listSessions(context(), reads, query)
      const sessions = query.include_task_progress ? withProgress(reads, page.sessions) : page.sessions
      return { status: 200, json: { sessions, total, limit, offset, next_cursor: next } }
    },
    'GET /api/sessions/facets': async ({ query }, { reads }) => {
      const match = { ...query, pinned: undefined, within: directoriesOfLane(db, reads, query.lane) }
      const isScan = scansSessions(match) || query.from !== undefined || query.to !== undefined
      const json = isScan ? await services.side.sessionFacets(reads, match) : sessionFacets(db, reads, match)
      return { status: 200, json }
    },
    'GET /api/sessions/groups': async ({ query }, { reads }) => {
      const match = { ...query, pinned: undefined, ...placesOf(reads, query) }
      return { status: 200, json: await services.side.sessionGroups(reads, match, services.clock.now()) }
    },
    'GET /api/sessions/:id': ({ params, query }, { reads }) => {
      const found = sessionById(context(), reads, params.id)
      if (found === undefined) return absent('session')
      const agents = agentsOfSession(db, reads, book(), found.stream)
      const events = eventsOfSession(db, reads, found.stream, query.events_limit)
      const todos = todosOfSessions(db, reads, [found.stream]).get(found.stream) ?? null
      const workflows = runsOfSession(db, reads, book(), found.stream)
      return { status: 200, json: { session: { ...found.session, todo_snapshot: todos }, agents, events, workflows } }
    },
    'GET /api/sessions/:id/stats': ({ params }, { reads, row: stream }) => ({
      status: 200,
      json: sessionStats(db, reads, book(), stream, params.id),
    }),
    'GET /api/sessions/:id/terminal': (_input, { reads, row: stream }) =>
      Effect.gen(function* () {
        const { source = 'local', pid = null } = processOfSession(db, reads, stream) ?? {}
        if (source !== 'local') {
          const host = remoteSource(db, reads, source)?.label ?? source
          return { status: 200 as const, json: { terminal: { host, local: false, pid: null, tty: null, tmux: null } } }
        }
        if (pid === null || isAlive(pid) !== true) return { status: 200 as const, json: { terminal: null } }
        const { tty, tmux } = yield* services.controllingTerminalOf(pid)
        return { status: 200 as const, json: { terminal: { host: services.hostname, local: true, pid, tty, tmux } } }
      }),
    'GET /api/sessions/:id/agents': (_input, { reads, row: stream }) => ({
      status: 200,
      json: { agents: agentsOfSession(db, reads, book(), stream) },
    }),
    'GET /api/sessions/:id/transcripts': ({ params }, { reads, row: stream }) => ({
      status: 200,
      json: { transcripts: conversations.list(params.id, conversingAgents(db, reads, stream)) },
    }),
    'GET /api/sessions/:id/transcript': async ({ params, query }, { reads, row: stream }) => {
      const { agent_id, run_id: run = null, limit, after, before } = query
      const asked = { sessionId: params.id, stream, agent: agentIn(agent_id, params.id), run, limit, after, before }
      return { status: 200, json: await reader.page(reads, asked) }
    },
    'GET /api/sessions/:id/transcript-image': async ({ params, query }) => {
      if (query.line < 1) return reject('INVALID_IMAGE', 'line: must be a line number from 1')
      const agent = agentIn(query.agent_id, params.id)
      const image = await conversations.image({
        sessionId: params.id,
        agent,
        run: query.run_id ?? null,
        line: query.line,
        index: query.index,
      })
      if (image === null) return reject('NOT_FOUND', 'image not found')
      return {
        status: 200,
        content: image.bytes,
        headers: {
          'content-type': image.type,
          'cache-control': 'private, max-age=300',
          'content-security-policy': "default-src 'none'; sandbox",
        },
      }
    },
    'GET /api/sessions/:id/transcript-line': async ({ params, query }, { reads, row: stream }) => {
      const asked = { sessionId: params.id, stream, agent: agentIn(query.agent_id, params.id) }
      const found = await reader.line(reads, asked, query.line)
      if (found === null) return reject('NOT_FOUND', 'line not found')
      return { status: 200, json: { line: query.line, ...found } }
    },
    'GET /api/sessions/:id/transcript-find': async ({ params, query }, { reads, row: stream }) => {
      const asked = { sessionId: params.id, stream, agent: agentIn(query.agent_id, params.id) }
      return { status: 200, json: await reader.find(reads, asked, query.q ?? '') }
    },
    'POST /api/sessions': ({ body }, { writes, author }) =>
      Effect.gen(function* () {
        const { created } = yield* services.sessions.create(body, author)
        const { session } = yield* stillThere('session', sessionById(context(), writes, body.id))
        const json = { session, created }
        return created ? { status: 201 as const, json } : ok(json)
      }),
    'PATCH /api/sessions/:id': ({ params, body }, { writes, author }) =>
      Effect.zipRight(services.sessions.update(params.id, body, author), changed(writes, params.id)),
    'POST /api/sessions/:id/dismiss': ({ params }, { writes, author }) =>
      Effect.zipRight(services.sessions.dismiss(params.id, author), changed(writes, params.id)),
    'DELETE /api/sessions/:id/dismiss': ({ params }, { writes, author }) =>
      Effect.zipRight(services.sessions.restore(params.id, author), changed(writes, params.id)),
  }
}
