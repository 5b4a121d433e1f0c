import type { search } from '../../../contract/insight/search.js'
import type { Operations } from '../../operation.js'
import { SESSION_ID } from '../../samples.js'

export const searchOperations: Operations<keyof typeof search> = {
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
}
