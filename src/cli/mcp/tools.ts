import { type Tool, tool } from '../../adapters/mcp/serve.js'
import { Schema as S } from '../../domain/schema.js'
import { short } from '../../domain/text.js'
import type { Ask } from '../service.js'
import { laneTools } from './lane-tools.js'
import { reviewTools } from './review-tools.js'
import { LONGEST, sessionShape } from './session-shape.js'
import { workTools } from './work-tools.js'

const MOST_EVENTS = 50
const MOST_WAITING = 100
const DAYS = 7

const SessionId = S.NonEmptyString.annotations({ description: 'the id of a session' })
const upTo = (most: number, fallback: number) =>
  S.optionalWith(S.Int.pipe(S.between(1, most)), { default: () => fallback })

/**
 * Returns the tools for agents.
 * @param offset this machine's time zone, as JavaScript's `getTimezoneOffset` returns it
 * @param holder who holds the locks that the agent acquires
 */
export const toolsOf = (ask: Ask, offset: () => number, holder: string): readonly Tool[] => [
  tool({
    name: 'waiting_sessions',
    title: 'Waiting sessions',
    description:
      'Lists the terminal coding agent sessions on this machine that wait for their user, since when, and their last question or message.',
    input: S.Struct({ limit: upTo(MOST_WAITING, MOST_WAITING) }),
    answer: async ({ limit }) => {
      const { sessions, total } = await ask('GET /api/sessions', {}, { awaiting: '1', limit })
      return { total, sessions: sessions.map(sessionShape) }
    },
  }),
  tool({
    name: 'session_summary',
    title: 'Session summary',
    description:
      'Returns the state of a session, its agents, tool calls, errors, tokens and cost. Get the session id from the other tools.',
    input: S.Struct({ session_id: SessionId }),
    answer: async ({ session_id }) => {
      const params = { id: session_id }
      const [{ session, agents }, stats] = await Promise.all([
        ask('GET /api/sessions/:id', params, { events_limit: 1 }),
        ask('GET /api/sessions/:id/stats', params),
      ])
      return {
        ...sessionShape(session),
        started_at: session.started_at,
        ended_at: session.ended_at,
        first_prompt: session.prompt_preview === null ? null : short(session.prompt_preview, LONGEST),
        agents: agents.map(({ id, name, type, status, task, cost }) => ({
          id,
          name: short(name, LONGEST),
          type,
          status,
          task: task === null ? null : short(task, LONGEST),
          cost_usd: cost,
        })),
        tools_used: stats.tools_used,
        tool_calls: stats.tool_call_count,
        events: stats.total_events,
        errors: stats.error_count,
        tokens: stats.tokens,
      }
    },
  }),
  tool({
    name: 'cost_so_far',
    title: 'Cost so far',
    description:
      'Returns the cost of all sessions or of one session in USD: total, by day for the last days, and by model.',
    input: S.Struct({ session_id: S.optional(SessionId) }),
    answer: async ({ session_id }) => {
      const query = { tz_offset: offset() }
      const cost =
        session_id === undefined
          ? await ask('GET /api/pricing/cost', {}, query)
          : await ask('GET /api/pricing/cost/:sessionId', { sessionId: session_id }, query)
      return {
        total_usd: cost.total_cost,
        last_days: cost.daily_costs.slice(-DAYS),
        by_model: cost.breakdown.map(({ model, cost: usd, input_tokens, output_tokens, matched_rule, assumed }) => ({
          model: short(model, LONGEST),
          cost_usd: usd,
          input_tokens,
          output_tokens,
          has_price: matched_rule !== null,
          price_is_assumed: assumed,
        })),
      }
    },
  }),
  tool({
    name: 'search_events',
    title: 'Search events',
    description:
      'Lists the events (prompts, tool calls, notifications, session ends) whose summary, tool name or payload contains a text, newest first.',
    input: S.Struct({
      query: S.NonEmptyString.annotations({ description: 'substring to search for' }),
      session_id: S.optional(SessionId),
      tool_name: S.optional(S.NonEmptyString),
      limit: upTo(MOST_EVENTS, 20),
    }),
    answer: async ({ query, session_id, tool_name, limit }) => {
      const asked = { q: query, session_id, tool_name, limit }
      const { events, total, total_capped } = await ask('GET /api/events', {}, asked)
      return {
        total,
        ...(total_capped === true ? { total_capped } : {}),
        events: events.map((event) => ({
          id: event.id,
          at: event.created_at,
          session_id: event.session_id,
          session_name: short(event.session_name ?? '', LONGEST),
          type: event.event_type,
          tool: event.tool_name,
          summary: short(event.summary ?? '', LONGEST),
        })),
      }
    },
  }),
  ...laneTools(ask),
  ...reviewTools(ask),
  ...workTools(ask, holder),
]
