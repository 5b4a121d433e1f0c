import { iso } from '../../../domain/time.js'
import type { search } from '../../contract/insight/search.js'
import type { Handlers } from '../../handler.js'
import type { Services } from '../../services.js'

export const searchHandlers = ({ side }: Services): Handlers<keyof typeof search> => ({
  'GET /api/search': async ({ query }, { visibility }) => {
    const { q = '', limit } = query
    const { hits, next, behind } = await side.search(visibility, { ...query, q })
    const shown = hits.map(({ session, name, cwd, provider, agent, line, at, sender, snippet }) => ({
      session_id: session,
      session_name: name,
      session_cwd: cwd,
      provider,
      agent_id: agent,
      line,
      timestamp: iso(at),
      sender,
      snippet,
    }))
    return { status: 200, json: { hits: shown, limit, next, behind } }
  },
})
