import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
/** The date some days ago: recent enough for the session not to be stale. */
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const [DAY, NEXT_DAY] = [day(3), day(2)]
beforeAll(async () => {
  app = await startApp({ SVC_STALE_MINUTES: '525600' })
  const at = (hour: string): Record<string, string> => ({
    'x-svc-at': String(Date.parse(`${DAY}T${hour}Z`)),
    'x-svc-delivery': `delivery-${hour}`,
  })
  const send = async (hour: string, kind: string, data: object): Promise<void> => {
    const body = { hook_type: kind, data: { session_id: 'a', ...data } }
    expect((await app.send('/api/hooks', { method: 'POST', body, headers: at(hour) })).status).toBe(200)
  }
  const agent = { agent_id: 'sub', agent_type: 'Explore' }
  const call = { tool_name: 'Bash', tool_use_id: 'call-1', ...agent }
  await send('22:10:00', 'SessionStart', { source: 'startup' })
  await send('22:20:00', 'SubagentStart', agent)
  await send('23:50:00', 'PreToolUse', { ...call, tool_input: { command: 'ls' } })
  await send('23:51:00', 'PostToolUse', { ...call, duration_ms: 10 })
  await send('23:52:00', 'SubagentStop', agent)
})
afterAll(() => app.close())

const make = async (id: string, type: string): Promise<void> => {
  const body = { id, session_id: 'made', name: id, type, status: 'completed' }
  expect((await app.send('/api/agents', { method: 'POST', body })).status).toBe(201)
}

describe('the analytics', () => {
  it("count a tool call once, and group by the days of the caller's time zone", async () => {
    const utc = await app.get<RouteAnswer<'GET /api/analytics'>>('/api/analytics')
    expect(utc.tool_usage).toEqual([{ tool_name: 'Bash', count: 1 }])
    expect([utc.daily_events, utc.daily_sessions]).toEqual([[{ date: DAY, count: 5 }], [{ date: DAY, count: 1 }]])
    const east = await app.get<RouteAnswer<'GET /api/analytics'>>('/api/analytics?tz_offset=-60')
    expect(east.daily_events).toEqual([
      { date: DAY, count: 2 },
      { date: NEXT_DAY, count: 3 },
    ])
  })

  it('agree with the stats', async () => {
    const stats = await app.get<RouteAnswer<'GET /api/stats'>>('/api/stats')
    const { overview, agents_by_status, total_subagents, agent_types } =
      await app.get<RouteAnswer<'GET /api/analytics'>>('/api/analytics')
    expect(overview).toEqual({
      total_sessions: stats.total_sessions,
      active_sessions: stats.active_sessions,
      active_agents: stats.active_agents,
      total_agents: stats.total_agents,
      total_events: stats.total_events,
    })
    expect(agents_by_status).toEqual(stats.agents_by_status)
    expect([total_subagents, agent_types.reduce((sum, { count }) => sum + count, 0)]).toEqual([1, stats.total_agents])
  })

  it('include only the requested providers', async () => {
    const none = await app.get<RouteAnswer<'GET /api/analytics'>>('/api/analytics?providers=codex')
    expect([none.tool_usage, none.daily_events, none.overview.total_sessions]).toEqual([[], [], 0])
  })
})

describe('agents created through the API', () => {
  it('count as subagents by their type in every statistic', async () => {
    await app.send('/api/sessions', { method: 'POST', body: { id: 'made' } })
    await make('made-main', 'main')
    await make('another', 'main')
    await make('of-no-kind', 'subagent')
    const { agents } = await app.get<RouteAnswer<'GET /api/sessions/:id/stats'>>('/api/sessions/made/stats')
    expect([agents.main, agents.subagent]).toEqual([2, 1])
    const analytics = await app.get<RouteAnswer<'GET /api/analytics'>>('/api/analytics')
    const workflows = await app.get<RouteAnswer<'GET /api/workflows'>>('/api/workflows')
    // Includes the subagent of the other session.
    expect([analytics.total_subagents, workflows.stats.totalSubagents]).toEqual([2, 2])
    expect(workflows.complexity.find(({ id }) => id === 'made')?.subagentCount).toBe(1)
  })
})

describe('the workflow view of a session', () => {
  it('has the tree of agents, the timeline of tool calls and the first events in order', async () => {
    const { tree, toolTimeline, swimLanes, events, session } =
      await app.get<RouteAnswer<'GET /api/workflows/session/:id'>>('/api/workflows/session/a')
    expect(session.id).toBe('a')
    expect(tree.map(({ id, children }) => [id, children.map((child) => child.id)])).toEqual([['a-main', ['sub']]])
    expect(toolTimeline).toMatchObject([
      { tool_name: 'Bash', agent_id: 'sub', event_type: 'PostToolUse', summary: 'ls', failed: false },
    ])
    expect(swimLanes.map(({ id, parent_agent_id }) => [id, parent_agent_id])).toEqual([
      ['a-main', null],
      ['sub', 'a-main'],
    ])
    expect(events.map(({ event_type }) => event_type)).toEqual([
      'SessionStart',
      'SubagentStart',
      'PreToolUse',
      'PostToolUse',
      'SubagentStop',
    ])
  })

  it('is 404 for an unknown id', async () => {
    expect((await app.send('/api/workflows/session/none')).status).toBe(404)
  })
})
