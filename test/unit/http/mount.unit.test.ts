import { Effect } from 'effect'
import type { Machine } from '../../../src/commands/ports/machine.js'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { reject } from '../../../src/domain/rejection.js'
import { Schema as S } from '../../../src/domain/schema.js'
import { callerFor } from '../../../src/domain/access/caller.js'
import type { PermissionName } from '../../../src/domain/access/permission.js'
import { localPrincipal, type Visibility } from '../../../src/domain/access/visibility.js'
import { endpoint } from '../../../src/http/contract/endpoint.js'
import type { AnyContract } from '../../../src/http/contract/index.js'
import { mountedAt } from '../../../src/http/contract/mounted-at.js'
import { noContent, rawAnswer, streamBody, textBody } from '../../../src/http/contract/raw.js'
import type { HandlersOf } from '../../../src/http/handler.js'
import { mount } from '../../../src/http/mount.js'
import { openApiOf } from '../../../src/http/openapi/document.js'
import type { OperationsOf } from '../../../src/http/openapi/operation.js'
import type { RowFinders } from '../../../src/http/rows.js'

const [reads, writes] = ['lane:read', 'lane:write'] as const
const PREFIXES = ['/api/lanes', '/api/workspaces'] as const

const lanes = mountedAt(PREFIXES, {
  'GET /api/lanes': endpoint({
    summary: 'List lanes',
    tag: 'sessions',
    access: reads,
    answers: { 200: S.Struct({ lanes: S.Array(S.String) }) },
  }),
  'GET /api/lanes/:id': endpoint({
    summary: 'Get a lane',
    tag: 'sessions',
    access: reads,
    answers: { 200: S.Struct({ lane: S.String }) },
    errors: ['ENOTFOUND'],
  }),
  'GET /api/lanes/:id/run': endpoint({
    summary: 'Get a workflow run',
    tag: 'sessions',
    access: reads,
    about: { kind: 'workflowRun', param: 'id' },
    answers: { 200: S.Struct({ run: S.String }) },
  }),
  'POST /api/lanes/:id/log': endpoint({
    summary: 'Append to the log of a lane, and get it in capitals',
    tag: 'sessions',
    access: writes,
    body: streamBody({ 'text/plain': S.String }),
    answers: { 200: rawAnswer('text/plain; charset=utf-8') },
    errors: ['PATH_NOT_FOUND', 'ETOOBIG'],
    statuses: { PATH_NOT_FOUND: 404 },
  }),
  'PUT /api/lanes/:id/note': endpoint({
    summary: 'Set the note of a lane',
    tag: 'sessions',
    access: writes,
    body: textBody({ 'text/plain': S.String }),
    bodyLimit: 4,
    answers: { 204: noContent },
  }),
} as const)
type Lanes = typeof lanes
type OfLanes = 'GET /api/lanes' | 'GET /api/lanes/:id' | 'GET /api/lanes/:id/run'
type Writes = 'POST /api/lanes/:id/log' | 'PUT /api/lanes/:id/note'

async function* capitals(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) yield Buffer.from(Buffer.from(chunk).toString().toUpperCase())
}

const notes: string[] = []
const handlers: HandlersOf<Pick<Lanes, OfLanes | Writes>> = {
  'GET /api/lanes': () => ({ status: 200, json: { lanes: ['one'] } }),
  'GET /api/lanes/:id': ({ params }) =>
    params.id === 'one' ? { status: 200, json: { lane: params.id } } : reject('ENOTFOUND', 'no lane'),
  'GET /api/lanes/:id/run': ({ params }) => ({ status: 200, json: { run: params.id } }),
  'POST /api/lanes/:id/log': async ({ params, body }) => {
    if (params.id === 'none') return reject('PATH_NOT_FOUND', 'no log')
    if (params.id !== 'small') return { status: 200, content: capitals(body.stream) }
    const text = await body.text(3)
    return typeof text === 'string' ? { status: 200, content: text } : text
  },
  'PUT /api/lanes/:id/note': ({ body }) => {
    notes.push(body)
    return { status: 204 }
  },
}

const defects: unknown[] = []
const options = {
  admit: (permission: PermissionName) => callerFor(localPrincipal, permission, 'http'),
  ready: () => true,
  rows: {
    workflowRun: (id: string, _visibility: Visibility) => (id === 'wf_1' ? {} : undefined),
  } as unknown as RowFinders,
  checkAnswers: true,
  run: <A, E>(effect: Effect.Effect<A, E, Machine>) => Effect.runPromiseExit(effect as Effect.Effect<A, E>),
  onDefect: (error: unknown) => defects.push(error),
  onServed: () => undefined,
  monotonic: () => 0,
}
const mounted = <C extends AnyContract>(contract: C, served: HandlersOf<C>): Hono<{ Bindings: HttpBindings }> => {
  const app = new Hono<{ Bindings: HttpBindings }>()
  mount(app, contract, served, options)
  return app
}
const app = mounted(lanes, mountedAt(PREFIXES, handlers))

const codeOf = async (answer: Response | Promise<Response>): Promise<readonly [number, string]> => {
  const { status, json } = await Promise.resolve(answer).then(async (given) => ({
    status: given.status,
    json: (await given.json()) as { error: { code: string } },
  }))
  return [status, json.error.code]
}

describe.each(PREFIXES)('a group that is mounted twice, at %s', (prefix) => {
  it('serves its routes', async () => {
    expect(await (await app.request(prefix)).json()).toEqual({ lanes: ['one'] })
    expect(await (await app.request(`${prefix}/one`)).json()).toEqual({ lane: 'one' })
  })

  it('rejects with the codes it declares', async () => {
    expect(await codeOf(app.request(`${prefix}/none`))).toEqual([404, 'ENOTFOUND'])
  })

  it('answers a missing row with the error code of its kind', async () => {
    expect((await app.request(`${prefix}/wf_1/run`)).status).toBe(200)
    expect(await codeOf(app.request(`${prefix}/wf_2/run`))).toEqual([404, 'WORKFLOW_NOT_FOUND'])
  })

  it('is in the OpenAPI document', () => {
    const said: OperationsOf<Pick<Lanes, OfLanes | Writes>> = {
      'GET /api/lanes': { description: 'Lists lanes.', answer: { lanes: [] } },
      'GET /api/lanes/:id': { description: 'Returns a lane.', answer: { lane: 'one' } },
      'GET /api/lanes/:id/run': { description: 'Returns a run.', answer: { run: 'wf_1' } },
      'POST /api/lanes/:id/log': { description: 'Appends.', text: 'LINE' },
      'PUT /api/lanes/:id/note': { description: 'Sets the note.' },
    }
    const { paths } = openApiOf('1', lanes, mountedAt(PREFIXES, said))
    expect(Object.keys(paths as object)).toContain(`${prefix}/{id}/log`)
  })
})

describe('raw bodies', () => {
  it('can be streams that the handler reads and writes', async () => {
    const answer = await app.request('/api/lanes/one/log', { method: 'POST', body: 'line' })
    expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['text/plain; charset=utf-8', 'LINE'])
  })

  it('can be read by the handler as text up to a limit', async () => {
    expect(await (await app.request('/api/lanes/small/log', { method: 'POST', body: 'abc' })).text()).toBe('abc')
    expect(await codeOf(app.request('/api/lanes/small/log', { method: 'POST', body: 'abcd' }))).toEqual([
      413,
      'ETOOBIG',
    ])
  })

  it('can be text, up to the limit of the route', async () => {
    expect((await app.request('/api/lanes/one/note', { method: 'PUT', body: 'note' })).status).toBe(204)
    expect(notes).toEqual(['note'])
    expect(await codeOf(app.request('/api/lanes/one/note', { method: 'PUT', body: 'notes' }))).toEqual([413, 'ETOOBIG'])
  })
})

describe('an error code', () => {
  it('has the status that the route declares for it', async () => {
    const answer = app.request('/api/lanes/none/log', { method: 'POST', body: '' })
    expect(await codeOf(answer)).toEqual([404, 'PATH_NOT_FOUND'])
  })

  it('that the route does not declare fails to compile, and is a defect when answers are checked', async () => {
    const wrong: HandlersOf<Pick<Lanes, 'GET /api/lanes'>> = {
      // @ts-expect-error -- the route declares no DEFAULT_RULE
      'GET /api/lanes': () => reject('DEFAULT_RULE', 'a default'),
    }
    const { 'GET /api/lanes': list } = lanes
    expect(await codeOf(mounted({ 'GET /api/lanes': list }, wrong).request('/api/lanes'))).toEqual([500, 'EINTERNAL'])
    expect(String(defects.at(-1))).toContain('GET /api/lanes does not declare the code DEFAULT_RULE')
  })
})

it('rejects a route outside its prefixes', () => {
  expect(() => mountedAt(PREFIXES, { 'GET /api/lanesome': {} })).toThrow('not below /api/lanes')
})
