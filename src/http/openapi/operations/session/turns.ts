import type { turns } from '../../../contract/session/turns.js'
import type { Operations } from '../../operation.js'

export const turnOperations: Operations<keyof typeof turns> = {
  'GET /api/sessions/:id/turns': {
    description:
      'A turn is what the agents of a session did from one prompt of the user to the next. Costs and tokens add up to those of the ' +
      'session. A session without a known prompt has no turns.',
    answer: {
      turns: [
        {
          number: 1,
          prompt: 'Retry uploads that fail with a timeout',
          at: '2026-11-20T09:30:00.000Z',
          ended_at: '2026-11-20T09:34:12.000Z',
          line: 1,
          calls: 9,
          failures: 1,
          cost: 0.42,
          unpriced: [],
          input_tokens: 1200,
          output_tokens: 5400,
          cache_read_tokens: 210000,
          cache_write_tokens: 18000,
          files: [{ path: 'src/upload.ts', added: 6, removed: 4 }],
        },
      ],
    },
  },
}
