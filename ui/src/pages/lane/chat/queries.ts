import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.js'
import { keys, partKey } from '../../../api/queries.js'
import type { Provider } from '../../../api/tools.js'

/** The messages that wait in a lane. The socket keeps them current. */
export const queueQuery = (lane: string) =>
  queryOptions({
    queryKey: partKey(lane, 'queue'),
    queryFn: ({ signal }) => call('GET /api/lanes/:id/queue', { params: { id: lane }, signal }),
  })

/** The commands and skills that are configured for a tool in a folder. Codex has no commands of its users. */
export const commandsQuery = (tool: Provider, cwd: string) =>
  queryOptions({
    queryKey: [...keys.config, tool, 'slash', cwd],
    queryFn: async ({ signal }) => {
      const at = { query: { scope: 'all' as const, cwd }, signal }
      if (tool === 'codex') return []
      const lists = await Promise.all([call('GET /api/cc-config/commands', at), call('GET /api/cc-config/skills', at)])
      return lists.flatMap(({ items }) => items).filter(({ overriddenBy }) => overriddenBy === null)
    },
    retry: false,
  })
