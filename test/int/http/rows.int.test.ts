import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../src/http/contract/endpoint.js'
import { contract } from '../../../src/http/contract/index.js'
import { ROW_KINDS } from '../../../src/http/contract/row-kinds.js'
import { type App, startApp } from '../../support/service/app.js'

let app: App
beforeAll(async () => {
  app = await startApp()
  await app.hook('SessionStart', { session_id: 'here' })
})
afterAll(() => app.close())

const ROUTES = Object.entries(contract) as [string, Endpoint][]
const named = (key: string, id: string): [method: string, path: string] => {
  const [method = '', path = ''] = key.replace(/:\w+/, id).split(' ')
  return [method, path]
}
const outcomeOf = async (method: string, path: string, body?: unknown) => {
  const { status, json } = await app.send<{ error?: { code: string } }>(path, { method, body })
  return [status, json.error?.code]
}

describe('a missing row is reported before an invalid body', () => {
  const changing = ROUTES.flatMap(([key, { about }]) =>
    key.startsWith('GET') || about === undefined ? [] : [[key, ROW_KINDS[about.kind].code] as const],
  )
  const broken = ['{', '[]', '"x"', '{"status":"x","name":5,"config":5,"enabled":5,"url":5,"label":5}']
  const tooLong = JSON.stringify('x'.repeat(2_000_000))

  it.each(changing)('%s', async (key, code) => {
    const [method, path] = named(key, 'none')
    for (const body of [...broken, tooLong]) expect(await outcomeOf(method, path, body)).toEqual([404, code])
  })

  it('reports the invalid body if the row exists', async () => {
    for (const body of broken) {
      expect(await outcomeOf('PATCH', '/api/sessions/here', body)).toEqual([400, 'INVALID_INPUT'])
      expect(await outcomeOf('PATCH', '/api/agents/here-main', body)).toEqual([400, 'INVALID_INPUT'])
    }
  })
})

describe('a session outside the requested scope is not found', () => {
  const scoped = ROUTES.filter(([, { about, query }]) => about?.kind === 'session' && query?.sources !== undefined)

  it.each(scoped.map(([key]) => key))('%s', async (key) => {
    const [method, path] = named(key, 'here')
    for (const scope of ['sources=elsewhere', 'providers=codex', 'sources=local&providers=codex']) {
      expect(await outcomeOf(method, `${path}?${scope}`), scope).toEqual([404, 'NOT_FOUND'])
    }
    for (const scope of ['', 'sources=local', 'providers=claude', 'sources=elsewhere,local&providers=codex,claude']) {
      expect(await outcomeOf(method, `${path}?${scope}`), scope).toEqual([200, undefined])
    }
  })

  it('applies to every route that reads one session', () => {
    expect(scoped.map(([key]) => key)).toEqual(
      expect.arrayContaining([
        'GET /api/sessions/:id',
        'GET /api/sessions/:id/stats',
        'GET /api/sessions/:id/agents',
        'GET /api/sessions/:id/transcripts',
        'GET /api/workflows/session/:id',
        'GET /api/pricing/cost/:sessionId',
      ]),
    )
  })
})
