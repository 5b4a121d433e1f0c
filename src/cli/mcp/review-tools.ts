import { type Tool, tool } from '../../adapters/mcp/serve.js'
import { Schema as S } from '../../domain/schema.js'
import { short } from '../../domain/text.js'
import type { Ask } from '../service.js'
import { LONGEST } from './session-shape.js'

const LaneId = S.Int.pipe(S.positive()).annotations({ description: 'the id of a lane, from the tool lanes' })

/** Returns the tools with which an agent reads what its user said about its changes, and what keeps them from landing. */
export const reviewTools = (ask: Ask): readonly Tool[] => [
  tool({
    name: 'review_comments',
    title: 'Review comments',
    description:
      'Lists the comments that the user sent on the changes of a lane and has not resolved: file, lines, the quoted lines and the text.',
    input: S.Struct({ lane_id: LaneId }),
    answer: async ({ lane_id }) => {
      const { comments } = await ask('GET /api/lanes/:id/comments', { id: String(lane_id) })
      const open = comments.filter(({ state }) => state === 'sent')
      return {
        total: open.length,
        comments: open.map(({ path, line, end_line, side, quote, text, sent_at }) => ({
          path,
          line,
          end_line,
          side,
          quote: quote === null ? null : short(quote, LONGEST),
          text,
          sent_at,
        })),
      }
    },
  }),
  tool({
    name: 'landing_checks',
    title: 'Landing checks',
    description:
      'Returns what keeps the branch of a lane from landing on its base: uncommitted files, conflicts with the base and with other lanes, how far the base moved. Only the user lands a lane.',
    input: S.Struct({ lane_id: LaneId }),
    answer: async ({ lane_id }) => {
      const found = await ask('GET /api/lanes/:id/land', { id: String(lane_id) })
      const { verdict, branch, base, ahead, behind, brought, uncommitted, conflicts, lanes, rows } = found
      return { verdict, branch, base, ahead, behind, brought, uncommitted, conflicts, lanes, rows }
    },
  }),
]
