import type { search } from '../../../contract/insight/search.js'
import type { Operations } from '../../operation.js'
import { SESSION_ID, session } from '../../samples.js'

const hit = {
  session_id: SESSION_ID,
  session_name: 'Fix the retry of failed uploads',
  session_cwd: '/home/ada/shop',
  session_project: '/home/ada/shop',
  provider: 'claude',
  agent_id: null,
  line: 3,
  timestamp: '2026-11-20T09:14:05.000Z',
  sender: 'user',
  speaker: 'you',
  tool: null,
  snippet: { text: 'Uploads that fail once are never retried.', marks: [[0, 7]] },
} as const

export const searchOperations: Operations<keyof typeof search> = {
  'GET /api/search': {
    description:
      'Searches the text of all conversations, newest match first. `tool` and `file` also work without `q`. `behind` is true while some conversations are not indexed yet.',
    answer: {
      hits: [hit],
      limit: 20,
      next: null,
      behind: false,
    },
  },
  'GET /api/search/sessions': {
    description:
      'Searches the text of all conversations and groups the matches by session, with the newest lines of each. The session with the newest match is first, or with `sort=matches` the one with most matches. `titled` lists sessions whose titles contain all terms, whatever their lines say. If `complete` is false, only the newest 50,000 matches were counted. To list more lines of a session, pass its ID and `next` to `GET /api/search`.',
    answer: {
      sessions: [{ session, matches: 24, hits: [hit], next: 1_836_220_445_000_000 }],
      titled: [session],
      matches: 214,
      total: 31,
      speakers: { you: 38, agent: 121, tool: 55 },
      complete: true,
      limit: 10,
      next: 1_836_110_445_000_000,
      behind: false,
    },
  },
}
