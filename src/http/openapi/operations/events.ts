import type { events } from '../../contract/session/events.js'
import type { hooks } from '../../contract/system/hooks.js'
import type { search } from '../../contract/insight/search.js'
import type { Operation, Operations } from '../operation.js'
import { event, MAIN_ID, SESSION_ID } from '../samples.js'

const hook: Operation<'POST /api/hooks'> = {
  description:
    'Stores a hook and answers once it is synced to disk. The body is `{hook_type, data}` with a `data.session_id`, or the JSON that the tool gives its hooks; the latter is answered 204 without a body.',
  request: { hook_type: 'Stop', data: { session_id: SESSION_ID, stop_hook_active: false } },
  answer: {
    ok: true,
    event: {
      id: 4183,
      session_id: SESSION_ID,
      agent_id: MAIN_ID,
      event_type: 'Stop',
      tool_name: null,
      summary: 'Turn ended',
      created_at: '2026-11-20T09:33:12.004Z',
    },
  },
}

export const eventOperations: Operations<keyof typeof events | keyof typeof search | keyof typeof hooks> = {
  'GET /api/events': {
    description:
      'Lists events, newest first. `q` finds a substring of the summary, the tool name or the payload. With `q`, `total` is exact up to 10,000.',
    answer: { events: [event], limit: 50, offset: 0, total: 1 },
  },
  'GET /api/events/facets': {
    description: 'Lists the distinct event types and tool names, sorted.',
    answer: { event_types: ['PermissionRequest', 'PreToolUse'], tool_names: ['Bash', 'Grep'] },
  },
  'GET /api/search': {
    description:
      'Searches the text of all conversations, newest match first. `behind` says that some conversations are not indexed yet.',
    answer: {
      hits: [
        {
          session_id: SESSION_ID,
          session_name: 'Fix the retry of failed uploads',
          session_cwd: '/home/ada/shop',
          provider: 'claude',
          agent_id: null,
          line: 3,
          timestamp: '2026-11-20T09:14:05.000Z',
          sender: 'user',
          snippet: { text: 'Uploads that fail once are never retried.', marks: [[0, 7]] },
        },
      ],
      limit: 20,
      next: null,
      behind: false,
    },
  },
  'POST /api/hooks': hook,
  'POST /api/hooks/event': hook,
  'POST /api/hooks/codex': hook,
}
