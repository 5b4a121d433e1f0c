import type { insights } from '../../../contract/insight/insights.js'
import type { Operations } from '../../operation.js'
import { SESSION_ID, MAIN_ID, tokens, session, mainAgent, subagent, event } from '../../samples.js'

const used = { ...tokens, total_tokens: 265_570, cost: 0.2247 }

export const insightsOperations: Operations<keyof typeof insights> = {
  'GET /api/analytics': {
    description: 'Returns tokens, tools, event types, sessions and daily counts, for all time or for a period.',
    answer: {
      tokens: {
        total_input: tokens.input_tokens,
        total_output: tokens.output_tokens,
        total_cache_read: tokens.cache_read_tokens,
        total_cache_write: tokens.cache_write_tokens,
      },
      tool_usage: [{ tool_name: 'Read', count: 18 }],
      daily_events: [{ date: '2026-11-20', count: 64 }],
      daily_sessions: [{ date: '2026-11-20', count: 1 }],
      agent_types: [{ subagent_type: 'Explore', count: 1 }],
      event_types: [{ event_type: 'PreToolUse', count: 30 }],
      avg_events_per_session: 64,
      total_subagents: 1,
      overview: { total_sessions: 1, active_sessions: 1, active_agents: 1, total_agents: 2, total_events: 64 },
      agents_by_status: { waiting: 1, completed: 1 },
      sessions_by_status: { active: 1 },
      total_cost: 0.2247,
    },
  },
  'GET /api/usage': {
    description:
      'Returns tokens and cost of a period by day, model and project. `previous` is the period of the same length before it.',
    answer: {
      timezone: 'Europe/Rome',
      since: '2026-11-14',
      until: '2026-11-20',
      totals: { sessions: 1, ...used },
      previous: { ...used, total_tokens: 0, cost: 0 },
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
      projects: [{ cwd: '/home/ada/shop', sessions: 1, last_activity: '2026-11-20T09:31:40.502Z', ...used }],
    },
  },
  'GET /api/workflows': {
    description:
      'Returns statistics over all sessions in scope: delegation, tool sequences, errors, parallel agents and compactions. With a period, calls, agents, errors and compactions count by their time, and sessions if they were active in it.',
    answer: {
      stats: {
        totalSessions: 1,
        totalAgents: 2,
        totalSubagents: 1,
        avgSubagents: 1,
        successRate: 100,
        avgDepth: 1,
        avgDurationSec: 1058,
        totalCompactions: 0,
        avgCompactions: 0,
        topFlow: { source: 'Grep', target: 'Read', count: 6 },
      },
      orchestration: {
        sessionCount: 1,
        mainCount: 1,
        subagentTypes: [{ subagent_type: 'Explore', count: 1, completed: 1, errors: 0 }],
        edges: [{ source: 'main', target: 'Explore', weight: 1 }],
        outcomes: [{ status: 'active', count: 1 }],
        compactions: { total: 0, sessions: 0 },
      },
      toolFlow: {
        transitions: [{ source: 'Grep', target: 'Read', value: 6 }],
        toolCounts: [{ tool_name: 'Read', count: 18 }],
      },
      effectiveness: [
        {
          subagent_type: 'Explore',
          total: 1,
          completed: 1,
          errors: 0,
          sessions: 1,
          successRate: 100,
          avgDuration: 81,
          trend: [0, 0, 0, 0, 1, 0, 0],
        },
      ],
      patterns: {
        patterns: [{ steps: ['Explore', 'review'], count: 1, percentage: 100 }],
        soloSessionCount: 0,
        soloPercentage: 0,
      },
      modelDelegation: {
        mainModels: [{ model: 'claude-sonnet-4-5', agent_count: 1, session_count: 1 }],
        subagentModels: [{ model: 'claude-haiku-4-5', agent_count: 1 }],
        tokensByModel: [{ model: 'claude-sonnet-4-5', ...tokens }],
      },
      errorPropagation: {
        byDepth: [],
        byType: [],
        eventErrors: [],
        sessionsWithErrors: 0,
        totalSessions: 1,
        errorRate: 0,
      },
      concurrency: { aggregateLanes: [{ name: 'Explore', avgStart: 0.06, avgEnd: 0.14, count: 1 }] },
      complexity: [
        {
          id: SESSION_ID,
          name: 'Fix the retry of failed uploads',
          status: 'active',
          duration: 1058,
          agentCount: 2,
          subagentCount: 1,
          totalTokens: 265_570,
          model: 'claude-sonnet-4-5',
        },
      ],
      compaction: {
        totalCompactions: 0,
        tokensRecovered: 0,
        perSession: [],
        sessionsWithCompactions: 0,
        totalSessions: 1,
      },
      cooccurrence: [],
    },
  },
  'GET /api/workflows/skill-usage': {
    description: 'Lists the 30 most used skills and their plugins. Each call counts once.',
    answer: {
      skills: [{ name: 'docs:write', plugin: 'docs', count: 4, sessions: 2 }],
      plugins: [{ name: 'docs', skills: 1, skillCalls: 4, mcpCalls: 7 }],
    },
  },
  'GET /api/workflows/session/:id': {
    description: 'Returns a session with its agent tree, tool calls in order and events.',
    answer: {
      session,
      tree: [
        {
          id: MAIN_ID,
          name: mainAgent.name,
          type: 'main',
          subagent_type: null,
          status: 'waiting',
          task: mainAgent.task,
          started_at: mainAgent.started_at,
          ended_at: null,
          children: [],
        },
      ],
      toolTimeline: [
        {
          id: 4101,
          tool_name: 'Grep',
          event_type: 'PreToolUse',
          agent_id: MAIN_ID,
          created_at: '2026-11-20T09:14:40.226Z',
          ended_at: '2026-11-20T09:14:40.310Z',
          summary: 'Using tool: Grep',
          failed: false,
        },
      ],
      swimLanes: [mainAgent, subagent].map(
        ({ id, name, type, subagent_type, status, started_at, ended_at, parent_agent_id }) => ({
          id,
          name,
          type,
          subagent_type,
          status,
          started_at,
          ended_at,
          parent_agent_id,
        }),
      ),
      events: [event],
    },
  },
}
