import type { events } from '../../../contract/session/events.js'
import type { Operations } from '../../operation.js'
import { event } from '../../samples.js'

export const eventsOperations: Operations<keyof typeof events> = {
  'GET /api/events': {
    description:
      'Lists events, newest first. `q` finds a substring of the summary, the tool name or the payload. With `q`, `total` is exact up to 10,000.',
    answer: { events: [event], limit: 50, offset: 0, total: 1 },
  },
  'GET /api/events/facets': {
    description: 'Lists the distinct event types and tool names, sorted.',
    answer: { event_types: ['PermissionRequest', 'PreToolUse'], tool_names: ['Bash', 'Grep'] },
  },
}
