import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, startApp } from '../../support/service/app.js'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const HOOKS = 10
const FIVE_MEGABYTES = 5 * 1024 * 1024

interface Events {
  readonly total: number
  readonly events: readonly { readonly id: number; readonly data: string }[]
}

describe('hooks of 30 MB', () => {
  beforeAll(async () => {
    const values = Object.fromEntries(Array.from({ length: 480 }, (_, index) => [`k${index}`, '"'.repeat(30_000)]))
    for (let count = 0; count < HOOKS; count++)
      expect((await app.hook('PostToolUse', { ...values, session_id: 'big', count })).status).toBe(200)
    expect((await app.hook('Stop', { session_id: 'big', last: 'small' })).status).toBe(200)
  })

  it.each(['/api/events?session_id=big', '/api/events?q=count', '/api/sessions/big', '/api/workflows/session/big'])(
    'make no large page: %s',
    async (path) => {
      const answer = await app.send(path)
      expect([answer.status, answer.text.length < FIVE_MEGABYTES]).toEqual([200, true])
    },
  )

  it('are all in the page, with a mark where the payload is left out', async () => {
    const { total, events } = await app.get<Events>('/api/events?session_id=big&limit=11')
    expect([total, events.length]).toEqual([HOOKS + 1, HOOKS + 1])
    expect(JSON.parse(events[0]?.data ?? '')).toMatchObject({ last: 'small' })
    const whole = events.filter(({ data }) => data.includes('shortened from'))
    const left = events.filter(({ data }) => /^\{"\[left out\]":"\d+ bytes: read this event by its id"\}$/.test(data))
    expect([whole.length > 0, whole.length + left.length]).toEqual([true, HOOKS])
    const { events: one } = await app.get<Events>(`/api/events?id=${left.at(-1)?.id}`)
    expect(JSON.parse(one[0]?.data ?? '')).toMatchObject({ session_id: 'big', count: 0 })
  })
})

it('a hook of a million members is stored with the first of them', async () => {
  const members = Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`).join(',')
  const body = `{${members},"hook_event_name":"PreToolUse","session_id":"wide","tool_use_id":"t"}`
  expect((await app.send('/api/hooks', { method: 'POST', body })).status).toBe(204)
  const { events } = await app.get<Events>('/api/events?session_id=wide')
  const data = JSON.parse(events[0]?.data ?? '') as Record<string, unknown>
  expect(Object.keys(data).length).toBeLessThan(10_100)
  expect(data).toMatchObject({ k0: 1, tool_use_id: 't', '[left out]': '990000 members' })
})
