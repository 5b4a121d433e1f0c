import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, startApp } from '../../support/service/app.js'

const READS = [
  '/api/sessions?limit=1000',
  '/api/agents?limit=10000',
  '/api/events?limit=500',
  '/api/events?q=%25',
  '/api/events/facets',
  '/api/tools?limit=1000',
  '/api/stats',
  '/api/sessions/facets',
  '/api/settings/info',
  '/api/metrics',
]

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const expectReadable = async () => {
  for (const path of READS) expect((await app.send(path)).status, path).toBe(200)
  expect(app.complaints).toEqual([])
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  app.send('/api/hooks', { method: 'POST', body, headers })
const error = (answer: { readonly json: unknown }) =>
  (answer.json as { error: { code: string; message: string } }).error

describe('invalid hooks', () => {
  it.each([
    ['{', 'INVALID_INPUT'],
    ['', 'INVALID_INPUT'],
    ['[]', 'INVALID_INPUT'],
    ['"x"', 'INVALID_INPUT'],
    ['null', 'INVALID_INPUT'],
    ['{}', 'INVALID_INPUT'],
    ['{"hook_type":5,"data":{"session_id":"x"}}', 'INVALID_INPUT'],
    ['{"hook_type":"Stop"}', 'INVALID_INPUT'],
    ['{"hook_type":"Stop","data":[]}', 'INVALID_INPUT'],
    ['{"hook_type":"Stop","data":{}}', 'MISSING_SESSION'],
    ['{"hook_type":"Stop","data":{"session_id":5}}', 'MISSING_SESSION'],
    ['{"hook_type":"Stop","data":{"session_id":""}}', 'MISSING_SESSION'],
    ['{"hook_event_name":"Stop"}', 'MISSING_SESSION'],
    ['{"hook_type":"Stop","data":{"session_id":"a\\u0000b"}}', 'INVALID_INPUT'],
    ['{"hook_type":"Stop","data":{"session_id":"\\ud800"}}', 'INVALID_INPUT'],
    [JSON.stringify({ hook_type: 'Stop', data: { session_id: 'x'.repeat(5000) } }), 'INVALID_INPUT'],
  ])('%.60s → 400 %s', async (body, code) => {
    const answer = await post(body)
    expect([answer.status, error(answer).code]).toEqual([400, code])
    expect(answer.text).not.toMatch(/\bat .*\.js/)
  })

  it('a body over 32 MB → 413 ETOOBIG', async () => {
    const answer = await post({ hook_type: 'Stop', data: { session_id: 'x', blob: 'x'.repeat(33 * 1024 * 1024) } })
    expect([answer.status, error(answer).code]).toEqual([413, 'ETOOBIG'])
  })
})

describe('unusual hooks', () => {
  it.each([
    ['an unknown kind', { hook_type: 'NeverHeardOf', data: { session_id: 'odd-1' } }],
    ['prototype keys', '{"hook_type":"Stop","data":{"session_id":"odd-2","__proto__":{"x":1},"constructor":1}}'],
    ['a name of 100 KB', { hook_type: 'PreToolUse', data: { session_id: 'odd-3', tool_name: 'T'.repeat(100_000) } }],
    [
      'members of any type',
      { hook_type: 'PreToolUse', data: { session_id: 'odd-4', tool_name: {}, tool_input: 5, cwd: [] } },
    ],
    ['a number beyond doubles', '{"hook_type":"Stop","data":{"session_id":"odd-5","n":1e400,"duration_ms":1e308}}'],
    ['a lone surrogate', '{"hook_type":"UserPromptSubmit","data":{"session_id":"odd-6","prompt":"a\\ud800b"}}'],
    ['a NUL', '{"hook_type":"UserPromptSubmit","data":{"session_id":"odd-7","prompt":"a\\u0000b"}}'],
    [
      'nesting of 5,000',
      `{"hook_type":"Stop","data":{"session_id":"odd-8","deep":${'['.repeat(5000)}${']'.repeat(5000)}}}`,
    ],
    [
      'nesting whose ends stand apart',
      `{"hook_type":"X","data":{"session_id":"odd-10","a":${'['.repeat(60_000)}0${',0]'.repeat(60_000)}}}`,
    ],
    ['an id that ends like a main agent', { hook_type: 'Stop', data: { session_id: 'x-main' } }],
    ['an id that is a route', { hook_type: 'Stop', data: { session_id: 'facets' } }],
    ['an id that climbs', { hook_type: 'Stop', data: { session_id: '../../etc/passwd' } }],
    [
      'an id with terminal escapes in a title',
      { hook_type: 'UserPromptSubmit', data: { session_id: 'odd-9', prompt: '\u001b]0;x\u0007hi' } },
    ],
  ])('%s is stored, and every read still succeeds', async (_name, body) => {
    expect((await post(body)).status).toBe(200)
    await expectReadable()
  })

  it('are shown without terminal escapes in their title', async () => {
    const { sessions } = await app.get<{ sessions: { id: string; name: string }[] }>('/api/sessions?q=odd-9')
    expect(sessions[0]?.name).toBe('hi')
  })

  it('with a long value are stored with that value shortened and marked', async () => {
    const body = {
      hook_type: 'PostToolUse',
      data: { session_id: 'long', tool_name: 'Read', out: 'x'.repeat(2_000_000), keep: 'me' },
    }
    expect((await post(body)).status).toBe(200)
    const { events } = await app.get<{ events: { data: string }[] }>('/api/events?session_id=long')
    const data = JSON.parse(events[0]?.data ?? '{}') as { out: string; keep: string }
    expect(data.keep).toBe('me')
    expect(data.out).toMatch(/\[shortened from 2000000 characters\]$/)
    expect(data.out.length).toBeLessThan(70_000)
  })

  it('are stored without secrets', async () => {
    const data = { session_id: 'secret', headers: { Authorization: 'Bearer abc', 'x-api-key': 'k' } }
    expect((await post({ hook_type: 'Stop', data })).status).toBe(200)
    const { events } = await app.get<{ events: { data: string }[] }>('/api/events?session_id=secret')
    expect(events[0]?.data).not.toMatch(/Bearer abc|"k"/)
  })

  it('with any JSON are accepted or rejected, and every read still succeeds', async () => {
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), fc.string(), async (data, kind) => {
        const payload = `{"session_id":"fuzz-${round % 7}","tool_name":"T","value":${data},"agent_id":${data}}`
        const answer = await post(`{"hook_type":${JSON.stringify(kind || 'K')},"data":${payload}}`)
        expect([200, 400]).toContain(answer.status)
        round += 1
        if (round % 100 === 0) await expectReadable()
      }),
      { numRuns: 400 },
    )
    await expectReadable()
  })
})

describe('a body that is nested too deep', () => {
  const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

  it.each([
    ['POST', '/api/alerts/rules', lists(2000)],
    ['POST', '/api/sessions', objects(2000)],
    ['POST', '/api/sessions', `{"id":"deep","metadata":${objects(2000)}}`],
    ['PATCH', '/api/sessions/odd-1', `{"metadata":${lists(101)}}`],
    ['POST', '/api/sessions/bulk', '['.repeat(1_000_000)],
    ['POST', '/api/settings/import', `{"path":${lists(2000)}}`],
    ['POST', '/api/lanes/ensure', `{"cwd":"/tmp","links":${lists(500_000).slice(0, 900_000)}}`],
    ['PUT', '/api/pricing', `{"model_pattern":${objects(100_000)}}`],
  ])('is refused before it is decoded: %s %s', async (method, path, body) => {
    const answer = await app.send(path, { method, body })
    expect([answer.status, error(answer).code]).toEqual([400, 'INVALID_INPUT'])
    expect(error(answer).message).toMatch(/nested deeper than 100 levels/)
  })

  it('is stored without what is too deep if it is a hook', async () => {
    const body = `{"hook_type":"PreToolUse","data":{"session_id":"deep","tool_name":"T","deep":${lists(1_000_000)}}}`
    expect((await post(body)).status).toBe(200)
    const { events } = await app.get<{ events: { data: string }[] }>('/api/events?session_id=deep')
    expect(events[0]?.data).toContain('[nested too deep]')
  })
})

describe('the message about an invalid body', () => {
  it.each([
    ['POST', '/api/sessions', { id: { secret: 'x'.repeat(900_000) } }],
    ['POST', '/api/sessions/bulk', Array.from({ length: 90_000 }, () => 'secret')],
    ['POST', '/api/alerts/rules', Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`secret${i}`, i]))],
    ['PUT', '/api/pricing', { model_pattern: ['secret'] }],
    ['PATCH', '/api/sessions/odd-1', { metadata: 'secret' }],
  ])('names the member and what is expected, never the value: %s %s', async (method, path, body) => {
    const answer = await app.send(path, { method, body })
    expect([answer.status, error(answer).code]).toEqual([400, 'INVALID_INPUT'])
    expect(error(answer).message).not.toContain('secret')
    expect(error(answer).message.length).toBeLessThanOrEqual(300)
  })
})

describe('unusual queries', () => {
  it.each([
    ['/api/sessions?limit=10000', 1000],
    ['/api/sessions?limit=-5', 1],
    ['/api/sessions?limit=abc', 50],
    ['/api/sessions?limit=1e3', 1000],
    ['/api/events?limit=99999', 500],
  ])('%s has the page size %i', async (path, limit) => {
    expect((await app.get<{ limit: number }>(path)).limit).toBe(limit)
  })

  it.each([
    '/api/sessions?offset=9223372036854775808',
    '/api/sessions?from=yesterday&to=31/12/2026',
    '/api/sessions?status=nope&sort_by=nope',
    `/api/sessions?cwd=${'a,'.repeat(2000)}`,
    `/api/events?q=${'%25_'.repeat(3000)}`,
    `/api/events?event_type=${'x,'.repeat(3000)}`,
    '/api/events?from=275761-01-01T00:00:00Z',
    '/api/stats?tz_offset=999999',
    '/api/agents?session_ids=%00,%ff',
    '/api/sessions/%E0%A4%A',
    '/api/sessions/x%00y',
  ])('%.80s does not answer 5xx', async (path) => {
    expect((await app.send(path)).status).toBeLessThan(500)
  })

  it('with % and _ in q match literally', async () => {
    await app.hook('UserPromptSubmit', { session_id: 'literal', prompt: 'fifty 50%_off now' })
    const count = async (q: string) =>
      (await app.get<{ total: number }>(`/api/events?session_id=literal&q=${encodeURIComponent(q)}`)).total
    expect(await count('50%_off')).toBe(1)
    expect(await count('5%f')).toBe(0)
  })
})

describe('bodies of the other routes', () => {
  it.each([
    ['POST', '/api/sessions', {}],
    ['POST', '/api/sessions', { id: '' }],
    ['POST', '/api/sessions', { id: 5 }],
    ['POST', '/api/sessions', { id: 'ok', metadata: 'text' }],
    ['PATCH', '/api/sessions/patched', { status: 'nope' }],
    ['PATCH', '/api/sessions/patched', { ended_at: 'yesterday' }],
    ['POST', '/api/agents', { id: 'a', name: 'n' }],
    ['POST', '/api/agents', { id: 'a', session_id: 'patched', name: 'n', status: 'flying' }],
    ['POST', '/api/settings/install-hooks', { providers: ['emacs'] }],
  ])('%s %s %j → 400 INVALID_INPUT', async (method, path, body) => {
    await app.send('/api/sessions', { method: 'POST', body: { id: 'patched' } })
    const answer = await app.send(path, { method, body })
    expect([answer.status, error(answer).code]).toEqual([400, 'INVALID_INPUT'])
  })

  it.each([
    ['GET', '/api/sessions/none'],
    ['GET', '/api/sessions/none/stats'],
    ['GET', '/api/sessions/none/agents'],
    ['GET', '/api/sessions/none/transcripts'],
    ['GET', '/api/sessions/none/transcript'],
    ['GET', '/api/sessions/none/transcript-image?line=1'],
    ['PATCH', '/api/sessions/none'],
    ['GET', '/api/pricing/cost/none'],
    ['GET', '/api/agents/none'],
    ['GET', '/api/agents/none/tools'],
    ['PATCH', '/api/agents/none'],
  ])('%s %s → 404 NOT_FOUND', async (method, path) => {
    const answer = await app.send(path, { method, ...(method === 'GET' ? {} : { body: {} }) })
    expect([answer.status, error(answer).code]).toEqual([404, 'NOT_FOUND'])
  })

  it('answers 404 to an agent of an unknown session', async () => {
    const answer = await app.send('/api/agents', { method: 'POST', body: { id: 'a', session_id: 'none', name: 'n' } })
    expect(answer.status).toBe(404)
  })
})

describe("a hook's transcript_path is untrusted", () => {
  it('cannot read files outside the configured folders, devices or links', async () => {
    const project = join(app.claudeHome, 'projects', 'p')
    mkdirSync(project, { recursive: true })
    const outside = join(app.folder, 'outside.jsonl')
    writeFileSync(
      outside,
      `${JSON.stringify({ type: 'user', sessionId: 'hostile', message: { role: 'user', content: 'OUTSIDE' } })}\n`,
    )
    symlinkSync(outside, join(project, 'link.jsonl'))
    for (const path of [
      '/dev/zero',
      '/proc/self/environ',
      '/etc/passwd',
      outside,
      join(project, 'link.jsonl'),
      `${project}/../../../outside.jsonl`,
    ]) {
      expect((await app.hook('Stop', { session_id: 'hostile', transcript_path: path })).status).toBe(200)
    }
    await app.settled()
    const page = await app.send('/api/sessions/hostile/transcript')
    expect(page.text).not.toContain('OUTSIDE')
  })
})
