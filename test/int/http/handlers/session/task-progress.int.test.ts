import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Listed = RouteAnswer<'GET /api/sessions'>
type Read = RouteAnswer<'GET /api/sessions/:id'>

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Undefined if the session is not known yet. */
const todosOf = async (id: string) => (await app.get<Partial<Read>>(`/api/sessions/${id}`)).session?.todo_snapshot
const brief = async (id: string) => (await todosOf(id))?.items.map(({ text, status }) => `${text}: ${status}`)
const planned = (id: string) => until(`a plan of ${id}`, async () => (await todosOf(id)) ?? undefined)
const call = (session: string, tool: string, input: object, more: object = {}) => ({
  session_id: session,
  tool_name: tool,
  tool_use_id: `${tool}-${(calls += 1)}`,
  tool_input: input,
  ...more,
})
let calls = 0

describe('the plan of a session', () => {
  it('is the newest one in its hooks', async () => {
    const todos = [
      { content: 'Inspect code', status: 'completed', activeForm: 'Inspecting' },
      { content: 'Implement tracker', status: 'in_progress' },
    ]
    await app.hook('PreToolUse', call('hooks', 'TodoWrite', { todos: [{ content: 'Old', status: 'pending' }] }))
    await app.hook('PreToolUse', call('hooks', 'TodoWrite', { todos }))
    expect(await todosOf('hooks')).toMatchObject({
      provider: 'claude',
      source: 'mixed',
      sourceTool: 'TodoWrite',
      confidence: 'full',
      total: 2,
      completed: 1,
      percentComplete: 50,
      activeText: 'Implement tracker',
      items: [
        { id: 'hooks-main:TodoWrite:0', text: 'Inspect code', status: 'completed', order: 0, agentId: 'hooks-main' },
        { text: 'Implement tracker', status: 'in_progress', agentType: 'main' },
      ],
      ownerBreakdown: [{ agentId: 'hooks-main', agentType: 'main', completed: 1, total: 2 }],
    })
  })

  it('tracks tasks that are created, updated, completed and deleted one by one', async () => {
    const create = async (id: string, subject: string): Promise<void> => {
      const created = { tool_response: { task: { id, subject } } }
      await app.hook('PostToolUse', call('tasks', 'TaskCreate', { subject, description: 'd' }, created))
    }
    await create('1', 'Read')
    await create('2', 'Write')
    await create('3', 'Drop')
    await app.hook('TaskCreated', { session_id: 'tasks', task_id: '2', task_subject: 'Write' })
    await app.hook('PreToolUse', call('tasks', 'TaskUpdate', { taskId: '1', status: 'in_progress' }))
    await app.hook('PreToolUse', call('tasks', 'TaskUpdate', { taskId: '3', status: 'deleted' }))
    await app.hook('PreToolUse', call('tasks', 'TaskUpdate', { taskId: '9', status: 'completed' }))
    expect(await brief('tasks')).toEqual(['Read: in_progress', 'Write: pending'])
    await app.hook('TaskCompleted', { session_id: 'tasks', task_id: '1', task_subject: 'Read' })
    expect(await brief('tasks')).toEqual(['Read: completed', 'Write: pending'])
    expect((await todosOf('tasks'))?.confidence).toBe('partial')
  })

  it("separates a subagent's plan from its parent's", async () => {
    const todos = (content: string) => ({ todos: [{ content, status: 'pending' }] })
    await app.hook('PreToolUse', call('both', 'TodoWrite', todos('Main')))
    await app.hook('SubagentStart', { session_id: 'both', agent_id: 'a1', agent_type: 'Explore' })
    await app.hook('PreToolUse', call('both', 'TodoWrite', todos('Inner'), { agent_id: 'a1' }))
    const snapshot = await todosOf('both')
    expect(snapshot?.ownerBreakdown.map(({ agentType, total }) => [agentType, total])).toEqual([
      ['main', 1],
      ['Explore', 1],
    ])
    expect(snapshot?.includesSubagents).toBe(true)
  })

  it('is read from a transcript of Claude Code, with its line number', async () => {
    const id = '33333333-3333-4333-8333-333333333333'
    const project = join(app.claudeHome, 'projects', '-repo')
    mkdirSync(project, { recursive: true })
    const line = (n: number, more: object): string =>
      `${JSON.stringify({ sessionId: id, uuid: `${id}-${n}`, cwd: '/repo', timestamp: `2026-11-01T10:00:0${n}.000Z`, ...more })}\n`
    const use = (name: string, input: object) => ({
      type: 'assistant',
      message: { id: `m-${name}`, role: 'assistant', content: [{ type: 'tool_use', id: `t-${name}`, name, input }] },
    })
    const answer = (name: string, toolUseResult: object) => ({
      type: 'user',
      toolUseResult,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t-${name}`, content: 'ok' }] },
    })
    writeFileSync(
      join(project, `${id}.jsonl`),
      line(1, { type: 'user', message: { role: 'user', content: 'go' } }) +
        line(2, use('TaskCreate', { subject: 'Inspect' })) +
        line(3, answer('TaskCreate', { task: { id: '7', subject: 'Inspect' } })) +
        line(4, use('TaskUpdate', { taskId: '7', status: 'completed' })),
    )
    const snapshot = await planned(id)
    await until('the update', async () => (await brief(id))?.[0] === 'Inspect: completed')
    expect(snapshot.source).toBe('transcript')
    expect((await todosOf(id))?.sourceLine).toBe(4)
  })

  it('is read from a transcript of Codex', async () => {
    const id = '019a0000-0000-7000-8000-000000000003'
    const args = {
      plan: [
        { step: 'Plan', status: 'completed' },
        { step: 'Run', status: 'pending' },
      ],
      explanation: 'Why',
    }
    const at = (type: string, payload: object) =>
      `${JSON.stringify({ timestamp: '2026-11-01T10:00:00.000Z', type, payload })}\n`
    const payload = { type: 'function_call', name: 'update_plan', call_id: 'c', arguments: JSON.stringify(args) }
    writeFileSync(
      join(app.codexHome, 'sessions', `rollout-2026-11-01T10-00-00-${id}.jsonl`),
      at('session_meta', { id, cwd: '/repo' }) + at('response_item', payload),
    )
    expect(await planned(id)).toMatchObject({ provider: 'codex', percentComplete: 50, explanation: 'Why' })
  })
})

describe('the list of sessions', () => {
  const list = (query: string) => app.get<Listed>(`/api/sessions${query}`)
  const of = async (query: string, id: string) => (await list(query)).sessions.find((session) => session.id === id)

  it('includes plan summaries only on request', async () => {
    await app.hook('SessionStart', { session_id: 'empty', source: 'startup' })
    const summary = (await of('?include_task_progress=true', 'hooks'))?.todo_summary
    expect(summary).toMatchObject({ total: 2, activeText: 'Implement tracker', overflowCount: 0 })
    expect(summary?.previewItems.map(({ status }) => status)).toEqual(['in_progress', 'completed'])
    expect((await of('?include_task_progress=1', 'empty'))?.todo_summary).toBeNull()
    expect(await of('', 'hooks')).not.toHaveProperty('todo_summary')
    expect(await todosOf('empty')).toBeNull()
  })

  it('includes plan summaries for at most 100 sessions', async () => {
    for (let n = 0; n < 101; n++) await app.hook('SessionStart', { session_id: `many-${n}`, source: 'startup' })
    const { sessions } = await list('?include_task_progress=true&limit=1000')
    expect(sessions.filter((session) => 'todo_summary' in session)).toHaveLength(100)
    expect(sessions.length).toBeGreaterThan(100)
  })

  it('includes the two latest different prompts as a preview', async () => {
    const ask = (prompt: string) => app.hook('UserPromptSubmit', { session_id: 'card', prompt })
    const preview = async () => (await of('?limit=1000', 'card'))?.card_prompt_preview
    await ask('first')
    expect(await preview()).toBe('first')
    for (const prompt of ['second', 'first', 'third', 'third']) await ask(prompt)
    expect(await preview()).toBe('first\nthird')
  })
})
