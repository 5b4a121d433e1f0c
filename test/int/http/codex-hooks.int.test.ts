import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, startApp } from '../../support/service/app.js'

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
  ])("may name its session by %s, as the peer's does", async (_name, data) => {
    const { status, json } = await send('/api/hooks/codex', data)
    expect([status, json.event.session_id]).toEqual([200, 'c1'])
  })

  it('is told from one of Claude, which has one name for its session', async () => {
    expect((await send('/api/hooks/event', { context: { session_id: 'c1' } })).status).toBe(400)
  })
})
