import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const send = (path: string, data: unknown) =>
  app.send<{ event: { session_id: string } }>(path, { method: 'POST', body: { hook_type: 'Stop', data } })

describe('a hook of Codex', () => {
  it.each([
    ['session_id', { session_id: 'c1' }],
    ['sessionId', { sessionId: 'c1' }],
    ['thread_id', { thread_id: 'c1' }],
    ['threadId', { threadId: 'c1' }],
    ['session.id', { session: { id: 'c1' } }],
    ['thread.id', { thread: { id: 'c1' } }],
    ['context.session_id', { context: { session_id: 'c1' } }],
    ['context.thread_id', { context: { thread_id: 'c1' } }],
  ])('can name its session by %s', async (_name, data) => {
    const { status, json } = await send('/api/hooks/codex', data)
    expect([status, json.event.session_id]).toEqual([200, 'c1'])
  })

  it('differs from a Claude hook, which names its session by session_id only', async () => {
    expect((await send('/api/hooks/event', { context: { session_id: 'c1' } })).status).toBe(400)
  })

  it('shows apply_patch as an Edit in the session, the events and the tool calls', async () => {
    const command = '*** Begin Patch\n*** Update File: a.ts\n-x\n+y\n*** End Patch'
    const call = { session_id: 'c2', tool_name: 'apply_patch', tool_use_id: 'p1', tool_input: { command } }
    const hook = (hook_type: string, data: object) =>
      app.send('/api/hooks/codex', { method: 'POST', body: { hook_type, data } })
    await hook('PreToolUse', call)
    const { session } = await app.get<RouteAnswer<'GET /api/sessions/:id'>>('/api/sessions/c2')
    expect(session.headline).toEqual({ kind: 'tool', tool: 'Edit', text: 'a.ts' })
    await hook('PermissionRequest', call)
    await hook('PostToolUse', { ...call, tool_response: 'Done' })
    const { events } = await app.get<RouteAnswer<'GET /api/events'>>('/api/events?session_id=c2&tool_name=Edit')
    expect(events.map(({ summary }) => summary)).toEqual([
      'Tool completed: Edit',
      'Asks for permission: Edit · a.ts',
      'Using tool: Edit · a.ts',
    ])
    const { tools } = await app.get<RouteAnswer<'GET /api/tools'>>('/api/tools?tool_name=Edit')
    expect(tools).toHaveLength(1)
  })
})
