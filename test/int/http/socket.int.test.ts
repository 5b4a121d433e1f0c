import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { SocketMessage } from '../../../src/http/contract/socket.js'
import { until } from '../../support/agents/until.js'
import { type App, startApp } from '../../support/service/app.js'

interface Listener {
  readonly messages: SocketMessage[]
  readonly of: <T extends SocketMessage['type']>(type: T) => Extract<SocketMessage, { type: T }>[]
  readonly seq: () => number
  readonly close: () => Promise<void>
}

let app: App
const listeners: Listener[] = []
beforeEach(async () => {
  app = await startApp()
})
afterEach(async () => {
  await Promise.all(listeners.splice(0).map(({ close }) => close()))
  await app.close()
})

const listen = async (query = ''): Promise<Listener> => {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/ws${query}`)
  const messages: SocketMessage[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as SocketMessage))
  const listener: Listener = {
    messages,
    of: (type) => messages.filter((message) => message.type === type) as never,
    seq: () => messages.at(-1)?.seq ?? 0,
    close: () =>
      new Promise((resolve) => {
        if (socket.readyState === WebSocket.CLOSED) return resolve()
        socket.on('close', () => resolve())
        socket.terminate()
        return undefined
      }),
  }
  listeners.push(listener)
  await until('the greeting', () => messages.some(({ type }) => type === 'hello'))
  return listener
}

const prompt = (session: string, n = 0) => app.hook('UserPromptSubmit', { session_id: session, prompt: `prompt ${n}` })

describe('the live socket', () => {
  it('announces new rows in their REST shape, after their commit', async () => {
    const listener = await listen()
    await prompt('s-1')
    await until('the rows', () => listener.of('agent_created').length === 1 && listener.of('new_event').length === 1)
    const { session, agents, events } = await app.get<{ session: unknown; agents: unknown[]; events: unknown[] }>(
      '/api/sessions/s-1',
    )
    expect(listener.of('session_created').map(({ data }) => data)).toEqual([session])
    expect(listener.of('agent_created').map(({ data }) => data)).toEqual(agents)
    expect(listener.of('new_event').map(({ data }) => data)).toEqual(events)
  })

  it('tells a change of a known row as an update', async () => {
    await prompt('s-1')
    await app.settled()
    const listener = await listen()
    await app.hook('Stop', { session_id: 's-1' })
    await until('the update', () => listener.of('session_updated').at(-1)?.data.situation === 'your_turn')
    expect(listener.of('session_created')).toEqual([])
  })

  it('coalesces a storm on one row, and tells every event once', async () => {
    const listener = await listen()
    await Promise.all(Array.from({ length: 200 }, (_, n) => prompt('storm', n)))
    await until('the events', () => listener.of('new_event').length === 200)
    await app.settled()
    const session = await app.get<{ session: unknown }>('/api/sessions/storm')
    await until('the last state', () => {
      const last = [...listener.of('session_created'), ...listener.of('session_updated')].at(-1)
      return JSON.stringify(last?.data) === JSON.stringify(session.session)
    })
    expect(listener.of('session_updated').length).toBeLessThan(60)
    expect(new Set(listener.of('new_event').map(({ data }) => data.id)).size).toBe(200)
  })

  it('numbers messages without a gap, and gives who comes back what was missed', async () => {
    const first = await listen()
    await prompt('s-1')
    await until('the event', () => first.of('new_event').length === 1)
    await app.settled()
    const since = first.seq()
    await first.close()
    await app.hook('Stop', { session_id: 's-1' })
    await prompt('s-2')
    await app.settled()
    const second = await listen(`?since=${since}`)
    await until('what was missed', () => second.of('new_event').length === 2)
    expect(second.of('hello')[0]?.data.resumed).toBe(true)
    const numbers = second.messages.filter(({ type }) => type !== 'hello').map(({ seq }) => seq)
    expect(numbers).toEqual(numbers.map((_, i) => since + 1 + i))
    expect(second.of('resync')).toEqual([])
  })

  it.each(['?since=1', '?since=99999999999999999', '?since=9007199254740991', '?since=x'])(
    'asks who comes from elsewhere (%s) to read anew',
    async (query) => {
      const listener = await listen(query)
      await until('the resync', () => listener.of('resync').length === 1)
      expect(listener.of('hello')[0]?.data.resumed).toBe(false)
      expect(listener.of('resync')[0]?.data.reason).toBe('too_old')
    },
  )
})
