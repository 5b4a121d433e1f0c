import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Whole = RouteAnswer<'GET /api/sessions/:id'>

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Steps are ordered by time, so each one needs its own millisecond. */
const nextMillisecond = async (): Promise<void> => {
  const now = Date.now()
  while (Date.now() === now) await new Promise((resolve) => setImmediate(resolve))
}

let sessions = 0
/** Creates a session, runs the steps in it and returns its id. */
const after = async (...steps: readonly Step[]): Promise<string> => {
  const id = `edited-${++sessions}`
  for (const step of [hook('UserPromptSubmit', { prompt: 'do it' }), ...steps]) await step(id)
  return id
}

type Step = (session: string) => Promise<unknown>
const hook =
  (kind: string, data: Readonly<Record<string, unknown>> = {}): Step =>
  async (session_id) => {
    await app.hook(kind, { session_id, ...data })
    await nextMillisecond()
  }
const patch =
  (body: unknown): Step =>
  async (id) => {
    const answer = await app.send(`/api/sessions/${id}`, { method: 'PATCH', body })
    expect(answer.status).toBe(200)
    await nextMillisecond()
  }
const patchAgent =
  (agent: (session: string) => string, body: unknown): Step =>
  async (id) => {
    expect((await app.send(`/api/agents/${agent(id)}`, { method: 'PATCH', body })).status).toBe(200)
    await nextMillisecond()
  }
const read = (id: string): Promise<Whole> => app.get<Whole>(`/api/sessions/${id}`)
const agentOf = async (id: string, agent: string) => (await read(id)).agents.find((one) => one.id === agent)

const stopFailure = hook('StopFailure', { error: 'overloaded' })
const end = hook('SessionEnd', { reason: 'other' })
const main = (session: string): string => `${session}-main`
const subagent = { agent_id: 'sub', agent_type: 'Explore' }

const ways = {
  active: [],
  completed: [end],
  error: [stopFailure],
  abandoned: [patch({ status: 'abandoned' })],
} as const
const statuses = ['active', 'completed', 'error', 'abandoned'] as const
const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const))

describe('PATCH of a session', () => {
  it('changes updated_at, but not last_activity', async () => {
    const id = await after()
    const before = (await read(id)).session
    await patch({ name: 'renamed' })(id)
    const renamed = (await read(id)).session
    expect(Date.parse(renamed.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
    expect(renamed.last_activity).toBe(before.last_activity)
  })

  it.each(pairs)('changes the status from %s to %s', async (from, to) => {
    const id = await after(...ways[from])
    expect((await read(id)).session.status).toBe(from)
    await patch({ status: to })(id)
    expect((await read(id)).session.status).toBe(to)
  })

  it.each(statuses)('of the name keeps the status %s and is not activity', async (status) => {
    const id = await after(...ways[status])
    const before = (await read(id)).session
    await patch({ name: 'My own', metadata: { a: 1 } })(id)
    expect((await read(id)).session).toMatchObject({ name: 'My own', status, last_activity: before.last_activity })
  })

  it('sets ended_at until it ends again', async () => {
    const id = await after(patch({ status: 'completed', ended_at: '2026-01-02T03:04:05.000Z' }))
    expect((await read(id)).session).toMatchObject({ status: 'completed', ended_at: '2026-01-02T03:04:05.000Z' })
    await hook('UserPromptSubmit', { prompt: 'again' })(id)
    await end(id)
    const { ended_at, last_activity } = (await read(id)).session
    expect(ended_at).toBe(last_activity)
  })

  it.each([
    ['completed', 'UserPromptSubmit', 'active'],
    ['completed', 'Stop', 'completed'],
    ['error', 'UserPromptSubmit', 'active'],
    ['error', 'SubagentStop', 'error'],
    ['abandoned', 'Stop', 'active'],
    ['abandoned', 'SessionEnd', 'completed'],
  ])('to %s lasts until the next hook: %s makes it %s', async (status, kind, expected) => {
    const id = await after(patch({ status }), hook(kind, subagentOf(kind)))
    expect((await read(id)).session.status).toBe(expected)
  })

  it('of an agent does not reactivate an abandoned session', async () => {
    const id = await after(patch({ status: 'abandoned' }), patchAgent(main, { task: 'else' }))
    expect((await read(id)).session.status).toBe('abandoned')
  })
})

const subagentOf = (kind: string) => (kind === 'SubagentStop' ? subagent : {})

describe('a subagent of a session that has ended', () => {
  const late = hook('PostToolUse', { ...subagent, tool_name: 'Read', tool_use_id: 'toolu_1' })

  it('stays completed after a late hook', async () => {
    const id = await after(hook('SubagentStart', subagent), end, late)
    expect(await agentOf(id, 'sub')).toMatchObject({ status: 'completed', current_tool: null })
    expect((await read(id)).session.status).toBe('completed')
  })

  it('is completed if its first hook is late', async () => {
    const id = await after(end, late)
    expect(await agentOf(id, 'sub')).toMatchObject({ status: 'completed' })
  })

  it('works again after the session restarts and the subagent calls a tool', async () => {
    const again = hook('PreToolUse', { ...subagent, tool_name: 'Grep', tool_use_id: 'toolu_2' })
    const id = await after(hook('SubagentStart', subagent), end, hook('UserPromptSubmit', { prompt: 'x' }), again)
    expect(await agentOf(id, 'sub')).toMatchObject({ status: 'working', current_tool: 'Grep' })
  })
})

describe('PATCH of an agent', () => {
  const pre = hook('PreToolUse', { tool_name: 'Bash', tool_use_id: 'toolu_a' })
  const post = hook('PostToolUse', { tool_name: 'Bash', tool_use_id: 'toolu_a' })

  it('sets its tool until the next hook changes it', async () => {
    const id = await after(patchAgent(main, { current_tool: 'Mine' }))
    expect(await agentOf(id, main(id))).toMatchObject({ current_tool: 'Mine' })
    await pre(id)
    expect(await agentOf(id, main(id))).toMatchObject({ current_tool: 'Bash' })
    await post(id)
    expect(await agentOf(id, main(id))).toMatchObject({ current_tool: null })
  })

  it('clears its tool with null, and keeps it if the member is absent', async () => {
    const id = await after(pre, patchAgent(main, { task: 'my task' }))
    expect(await agentOf(id, main(id))).toMatchObject({ current_tool: 'Bash', task: 'my task' })
    await patchAgent(main, { current_tool: null })(id)
    expect(await agentOf(id, main(id))).toMatchObject({ current_tool: null, task: 'my task' })
  })

  it("sets a subagent's tool until it calls another one or stops", async () => {
    const id = await after(
      hook('SubagentStart', subagent),
      patchAgent(() => 'sub', { current_tool: 'Mine' }),
    )
    expect(await agentOf(id, 'sub')).toMatchObject({ current_tool: 'Mine' })
    await hook('PostToolUse', { ...subagent, tool_name: 'Read', tool_use_id: 'toolu_b' })(id)
    expect(await agentOf(id, 'sub')).toMatchObject({ current_tool: null })
    await patchAgent(() => 'sub', { current_tool: 'Mine' })(id)
    await hook('SubagentStop', subagent)(id)
    expect(await agentOf(id, 'sub')).toMatchObject({ status: 'completed', current_tool: null })
  })

  it('sets ended_at until it ends again', async () => {
    const ended_at = '2026-01-02T03:04:05.000Z'
    const id = await after(
      hook('SubagentStart', subagent),
      patchAgent(() => 'sub', { status: 'completed', ended_at }),
    )
    expect(await agentOf(id, 'sub')).toMatchObject({ status: 'completed', ended_at })
    await hook('PreToolUse', { ...subagent, tool_name: 'Read', tool_use_id: 'toolu_c' })(id)
    expect(await agentOf(id, 'sub')).toMatchObject({ status: 'working', ended_at: null })
    await hook('SubagentStop', subagent)(id)
    expect((await agentOf(id, 'sub'))?.ended_at).not.toBe(ended_at)
  })
})

describe('POST', () => {
  it('of an existing session or agent creates nothing', async () => {
    const id = await after()
    const session = await app.send('/api/sessions', { method: 'POST', body: { id, name: 'Else' } })
    expect([session.status, session.json]).toMatchObject([200, { created: false }])
    expect((await read(id)).session.name).toBe('do it')
    const body = { id: main(id), session_id: id, name: 'Else' }
    const agent = await app.send('/api/agents', { method: 'POST', body })
    expect([agent.status, agent.json]).toMatchObject([200, { created: false }])
  })

  it('of an agent without a type creates a main agent', async () => {
    const id = await after()
    const body = { id: `${id}-own`, session_id: id, name: 'Own' }
    const { status, json } = await app.send('/api/agents', { method: 'POST', body })
    expect([status, json]).toMatchObject([201, { created: true, agent: { type: 'main', status: 'waiting' } }])
  })
})
