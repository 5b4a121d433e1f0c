import type { calls } from '../../../contract/session/calls.js'
import type { Operations } from '../../operation.js'
import { MAIN_ID, SESSION_ID } from '../../samples.js'

export const callsOperations: Operations<keyof typeof calls> = {
  'GET /api/sessions/:id/strip': {
    description:
      'Returns the tool calls of a session over time, one track for each agent. Adjacent calls are merged. `active_ms` is the time in which turns of the main agent ran, without waits for the user.',
    answer: {
      active_ms: 48_210,
      calls: 3,
      edits: 1,
      failures: 0,
      tracks: [
        {
          agent_id: MAIN_ID,
          parts: [
            {
              from: '2026-11-20T09:14:40.226Z',
              to: '2026-11-20T09:14:40.310Z',
              kind: 'edit',
              tool: 'Edit',
              target: '/home/ada/shop/src/upload.ts',
              calls: 3,
              edits: 1,
              failures: 0,
              line: 14,
            },
          ],
        },
      ],
    },
  },
  'GET /api/calls': {
    description:
      'Lists finished tool calls, the last finished first. To page, pass `next` as `before`. The first page also has the running calls. `cwd` limits the calls to sessions in these directories.',
    answer: {
      open: [],
      calls: [
        {
          id: 'toolu_01Q7c',
          session_id: SESSION_ID,
          session_name: 'Fix the retry of failed uploads',
          session_cwd: '/home/ada/shop',
          agent_id: MAIN_ID,
          agent_name: null,
          tool_name: 'Read',
          target: '/home/ada/shop/src/upload.ts',
          state: 'done',
          started_at: '2026-11-20T09:14:40.226Z',
          ended_at: '2026-11-20T09:14:40.310Z',
          duration_ms: 84,
          error: null,
          outcome: { lines: 118 },
          start_event_id: 4100,
          end_event_id: 4101,
          line: 14,
        },
      ],
      next: '1795166080310.4101',
    },
  },
}
