import type { hooks } from '../../../contract/system/hooks.js'
import type { Operations } from '../../operation.js'
import { SESSION_ID, MAIN_ID } from '../../samples.js'

const hook: Operations['POST /api/hooks'] = {
  description:
    'Stores a hook and responds once it is synced to disk. The body is `{hook_type, data}` with a `data.session_id`, or the JSON that the tool passes to its hooks. The latter returns 204.',
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

export const hooksOperations: Operations<keyof typeof hooks> = {
  'POST /api/hooks': hook,
  'POST /api/hooks/event': hook,
  'POST /api/hooks/codex': hook,
}
