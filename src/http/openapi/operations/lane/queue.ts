import { LANE_PREFIXES } from '../../../contract/lane/lanes.js'
import type { LaneQueueRoute } from '../../../contract/lane/queue.js'
import { mountedAt } from '../../../contract/mounted-at.js'
import type { Operations } from '../../operation.js'

const message = {
  id: 'message_01KATQ3V5T8XJ2M4N6P8R0S2T4',
  slot: null,
  text: 'Then write the release note in docs/CHANGES.md',
  command: false,
  at: '2026-11-28T14:32:10.000Z',
  by: null,
  held: null,
  retry_at: null,
}

const operations: Operations<LaneQueueRoute> = {
  'GET /api/lanes/:id/queue': {
    description:
      'In the order in which they are sent. A message is deleted from the list when its agent got it. `held` says why a message is still there although the turn of its agent has ended: the turn failed or was interrupted, or the agent reads no prompt.',
    answer: { queue: [message] },
  },
  'POST /api/lanes/:id/queue': {
    description:
      'The agent gets the message when its turn has ended, one message for each turn. If it is at rest, that is at once. The text has the rules of `POST /api/lanes/:id/message`. With `command`, it is one line with a command of the agent, such as `/compact`, and reaches the agent as such. At most 20 messages wait in a lane: `EBADFIELD`. They are kept while no agent runs, and removed with the lane or when the lane gets another owner.',
    request: { text: message.text, slot: null },
    answer: { message },
  },
  'PATCH /api/lanes/:id/queue/:message': {
    description: 'A message that is being sent cannot be changed any more: `ENOTFOUND`.',
    request: { text: 'Then write the release note' },
    answer: { message: { ...message, text: 'Then write the release note' } },
  },
  'DELETE /api/lanes/:id/queue/:message': {
    description: 'A message that is being sent cannot be removed any more: `ENOTFOUND`.',
    answer: { ok: true },
  },
  'POST /api/lanes/:id/queue/:message/send': {
    description:
      'Does not wait for the end of the turn: an agent that works reads the message next. The rules are those of `POST /api/lanes/:id/message`.',
    answer: { run_id: 'run_01KATQ3V5T8XJ2M4N6P8R0S2T4', slot: 0 },
  },
}

export const laneQueueOperations = mountedAt(LANE_PREFIXES, operations)
