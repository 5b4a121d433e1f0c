import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../support/agents/until.js'
import { type App, startApp } from '../../../support/service/app.js'
import { type Listener, listenTo } from '../../../support/service/listener.js'

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
  const listener = await listenTo(app.url, query)
  listeners.push(listener)
  return listener
}

/** A session as in lists and messages. The route of a single session adds its plan. */
const rowOf = async (id: string): Promise<unknown> => {
  const { session } = await app.get<{ session: { todo_snapshot: unknown } }>(`/api/sessions/${id}`)
  const { todo_snapshot: _plan, ...row } = session
  return row
}

const prompt = (session: string, n = 0) => app.hook('UserPromptSubmit', { session_id: session, prompt: `prompt ${n}` })

describe('the live socket', () => {
  it('announces new rows in their REST shape, after their commit', async () => {
    const listener = await listen()
    await prompt('s-1')
    await until('the rows', () => listener.of('agent_created').length === 1 && listener.of('new_event').length === 1)
    const { agents, events } = await app.get<{ agents: unknown[]; events: unknown[] }>('/api/sessions/s-1')
    expect(listener.of('session_created').map(({ data }) => data)).toEqual([await rowOf('s-1')])
    expect(listener.of('agent_created').map(({ data }) => data)).toEqual(agents)
    expect(listener.of('new_event').map(({ data }) => data)).toEqual(events)
  })

  it('announces a change of a known row as an update', async () => {
    await prompt('s-1')
    await app.settled()
    const listener = await listen()
    await app.hook('Stop', { session_id: 's-1' })
    await until('the update', () => listener.of('session_updated').at(-1)?.data.situation === 'your_turn')
    expect(listener.of('session_created')).toEqual([])
  })

  it('answers a ping, only to the client that sent it', async () => {
    const [asking, other] = [await listen(), await listen()]
    asking.socket.send('anything else')
    asking.socket.send('ping')
    await until('the answer', () => asking.of('pong').length > 0)
    expect(asking.of('pong')).toMatchObject([{ data: {}, seq: asking.messages[0]?.seq }])
    expect(other.of('pong')).toEqual([])
  })

  it('coalesces a burst of changes to one row, and announces every event once', async () => {
    const listener = await listen()
    await Promise.all(Array.from({ length: 200 }, (_, n) => prompt('storm', n)))
    await until('the events', () => listener.of('new_event').length === 200)
    await app.settled()
    const row = JSON.stringify(await rowOf('storm'))
    await until('the last state', () => {
      const last = [...listener.of('session_created'), ...listener.of('session_updated')].at(-1)
      return JSON.stringify(last?.data) === row
    })
    expect(listener.of('session_updated').length).toBeLessThan(60)
    expect(new Set(listener.of('new_event').map(({ data }) => data.id)).size).toBe(200)
  })

  it('numbers messages without a gap, and replays missed ones to a client that reconnects', async () => {
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
    'sends a resync to a client with an unknown cursor (%s)',
    async (query) => {
      const listener = await listen(query)
      await until('the resync', () => listener.of('resync').length === 1)
      expect(listener.of('hello')[0]?.data.resumed).toBe(false)
      expect(listener.of('resync')[0]?.data.reason).toBe('too_old')
    },
  )
})

describe('a service that stops', () => {
  it('closes its connections with code 1001', async () => {
    const listener = await listen()
    const closed = once(listener.socket, 'close')
    await app.close()
    expect((await closed)[0]).toBe(1001)
    app = await startApp()
  })
})

describe('an import of history', () => {
  const FILES = 3
  const prompts = (session: string): string =>
    Array.from({ length: 20 }, (_, n) =>
      JSON.stringify({
        type: 'user',
        sessionId: session,
        uuid: `${session}-${n}`,
        timestamp: new Date(1_763_600_000_000 + n * 1000).toISOString(),
        message: { role: 'user', content: `prompt ${n}` },
      }),
    ).join('\n')

  it('announces its progress, and a single resync at its end', async () => {
    await app.imported
    const project = join(app.claudeHome, 'projects', '-repo')
    mkdirSync(project, { recursive: true })
    for (let n = 0; n < FILES; n++) writeFileSync(join(project, `s-${n}.jsonl`), prompts(`s-${n}`))
    const listener = await listen()
    await app.send('/api/import/rescan', { method: 'POST' })
    await app.settled()
    const types = () => listener.messages.map(({ type }) => type)
    const behindProgress = () => types().slice(types().lastIndexOf('import.progress'))
    await until('the resync', () => behindProgress().includes('resync'))
    const progress = listener.of('import.progress').map(({ data }) => data)
    expect(progress.at(-1)).toMatchObject({ phase: 'complete', processed: FILES, total: FILES })
    const processed = progress.map((told) => told.processed)
    expect(processed).toEqual(processed.toSorted((a, b) => a - b))
    expect(new Set(progress.map(({ importId }) => importId)).size).toBe(1)
    expect(progress.some(({ phase }) => phase === 'parse')).toBe(true)
    expect(behindProgress().filter((type) => type === 'resync')).toHaveLength(1)
    // Imported rows are not announced one by one.
    expect(types().filter((type) => type === 'new_event' || type === 'session_created')).toEqual([])
    expect((await app.get<{ total_sessions: number }>('/api/stats')).total_sessions).toBe(FILES)
  })
})
