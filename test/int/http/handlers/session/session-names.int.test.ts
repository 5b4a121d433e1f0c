import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

it.each(['a\n# b', 'a\u0007', 'a\u009b', '\u001b[1m'])(
  'a session has no name with control characters: %j',
  async (name) => {
    await app.hook('SessionStart', { session_id: 'named' })
    const patched = await app.send('/api/sessions/named', { method: 'PATCH', body: { name } })
    const created = await app.send('/api/sessions', { method: 'POST', body: { id: 'other', name } })
    expect([patched.status, created.status]).toEqual([400, 400])
  },
)
