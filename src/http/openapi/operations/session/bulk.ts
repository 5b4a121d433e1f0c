import type { bulk } from '../../../contract/session/bulk.js'
import type { Operations } from '../../operation.js'
import { SESSION_ID } from '../../samples.js'

export const bulkOperations: Operations<keyof typeof bulk> = {
  'POST /api/sessions/bulk': {
    description:
      'Pins, unpins or deletes sessions one by one; a failure does not affect the others. Running sessions are not deleted. With `preview`, nothing changes.',
    request: { action: 'delete', ids: [SESSION_ID], preview: true },
    answer: {
      results: [{ id: SESSION_ID, ok: true, code: null, message: null }],
      deleted: { sessions: 1, events: 64, agents: 2 },
      erasure: null,
    },
  },
}
