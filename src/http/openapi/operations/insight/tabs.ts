import type { insightTabs } from '../../../contract/insight/tabs.js'
import { SESSION_ID, session, tokens } from '../../samples.js'
import type { Operations } from '../../operation.js'

const used = { ...tokens, total_tokens: 265_570, cost: 0.2247 }
const nothing = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
  total_tokens: 0,
  cost: 0,
}
const day = [{ date: '2026-11-20', count: 18 }]
const name = session.name ?? ''
const about = { session_id: SESSION_ID, name, cwd: session.cwd }

export const insightTabsOperations: Operations<keyof typeof insightTabs> = {
  'GET /api/insights/cost': {
    description:
      'Returns tokens and cost of a period by day, model, project and session, and agent time by weekday and hour. Replies count by their time, at the price of that date. The totals equal those of `GET /api/usage` for the same days.',
    answer: {
      totals: { sessions: 1, ...used },
      previous: { sessions: 0, ...nothing },
      days: [
        {
          date: '2026-11-20',
          sessions: 1,
          ...used,
          models: [{ model: 'claude-sonnet-4-5', total_tokens: 265_570, cost: 0.2247 }],
          projects: [{ cwd: '/home/ada/shop', total_tokens: 265_570, cost: 0.2247 }],
        },
      ],
      models: [{ model: 'claude-sonnet-4-5', sessions: 1, has_price: true, ...used }],
      projects: [
        { cwd: '/home/ada/shop', sessions: 1, last_activity: '2026-11-20T09:31:40.502Z', ...used, previous_cost: 0 },
      ],
      sessions: [{ ...about, last_activity: '2026-11-20T09:31:40.502Z', total_tokens: 265_570, cost: 0.2247 }],
      hours: [{ weekday: 4, hour: 10, ms: 1_058_000 }],
    },
  },
  'GET /api/insights/activity': {
    description:
      'Returns sessions, agent time and prompts of a period by day and agent tool, and the time that sessions spent in each state. A session counts on every day that it has events; time is measured between them.',
    answer: {
      totals: { sessions: 1, agent_ms: 1_058_000, prompts: 3 },
      previous: { sessions: 0, agent_ms: 0, prompts: 0 },
      days: [{ date: '2026-11-20', providers: [{ provider: 'claude', sessions: 1, agent_ms: 1_058_000, prompts: 3 }] }],
      states: [
        { state: 'working', ms: 1_058_000 },
        { state: 'your_turn', ms: 240_000 },
        { state: 'waiting', ms: 60_000 },
        { state: 'idle', ms: 0 },
      ],
      waits: { count: 2, median_ms: 24_000, p90_ms: 36_000 },
      projects: [{ cwd: '/home/ada/shop', sessions: 1, agent_ms: 1_058_000, prompts: 3 }],
      year: [{ date: '2026-11-20', count: 64 }],
    },
  },
  'GET /api/insights/tools': {
    description:
      'Returns the tool calls of a period: by tool with failures and durations, the shell commands that fail most, the slowest calls, and skills. A call counts when it starts. Median and 90th percentile come from a histogram; their error is at most 10%.',
    answer: {
      totals: { calls: 18, finished: 18, failed: 1 },
      previous: { calls: 0, finished: 0, failed: 0 },
      tools: [{ tool_name: 'Read', calls: 18, finished: 18, failed: 1, median_ms: 110, p90_ms: 290, days: day }],
      commands: [{ command: 'npm run test:int', runs: 9, failed: 3 }],
      slowest: [
        {
          session_id: SESSION_ID,
          session_name: name,
          cwd: '/home/ada/shop',
          tool_name: 'Bash',
          target: 'npm run e2e',
          at: '2026-11-20T09:20:11.000Z',
          duration_ms: 96_000,
        },
      ],
      skills: [{ name: 'docs:write', plugin: 'docs', count: 2, sessions: 1 }],
      plugins: [{ name: 'docs', skills: 1, skillCalls: 2, mcpCalls: 0 }],
    },
  },
  'GET /api/insights/agents': {
    description:
      'Returns the subagents of a period by type, the sessions that delegate most, and compactions. A subagent counts by its start, its cost by the time of its replies.',
    answer: {
      totals: { runs: 1, sessions_with_subagents: 1, sessions: 1 },
      previous: { runs: 0, sessions_with_subagents: 0, sessions: 0 },
      types: [{ subagent_type: 'Explore', runs: 1, failed: 0, median_ms: 81_000, p90_ms: 81_000, cost: 0.0611 }],
      delegation: { sessions: 1, list: [{ ...about, subagents: 1, cost: 0.2247, subagent_cost: 0.0611 }] },
      compaction: {
        total: 1,
        sessions: 1,
        list: [{ ...about, count: 1, context_tokens: 168_000, last_at: '2026-11-20T09:28:02.000Z' }],
      },
    },
  },
  'GET /api/insights/errors': {
    description:
      'Returns failed tool calls, requests and turns of a period by kind, with the latest error of recent sessions.',
    answer: {
      totals: { errors: 1, sessions_with_errors: 1, sessions: 1 },
      previous: { errors: 0, sessions_with_errors: 0, sessions: 0 },
      kinds: [
        {
          kind: 'command_failed',
          errors: 1,
          sessions: 1,
          days: [{ date: '2026-11-20', count: 1 }],
          latest: [
            {
              session_id: SESSION_ID,
              session_name: name,
              cwd: '/home/ada/shop',
              at: '2026-11-20T09:22:00.000Z',
              tool_name: 'Bash',
              target: 'npm test',
              error: '2 failed, 118 passed (exit code 1)',
            },
          ],
        },
      ],
    },
  },
}
