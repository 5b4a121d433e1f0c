import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_RULES } from '../../../../../src/domain/pricing/defaults.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { listenTo } from '../../../../support/service/listener.js'

type Rule = Readonly<Record<string, string | number | boolean | null>>
interface Refused {
  readonly error: { readonly code: string; readonly message: string; readonly field?: string }
}

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterEach(() => reset())
afterAll(() => app.close())

const rules = async (): Promise<readonly Rule[]> => (await app.get<{ pricing: Rule[] }>('/api/pricing')).pricing
const rule = async (pattern: string): Promise<Rule | undefined> =>
  (await rules()).find(({ model_pattern }) => model_pattern === pattern)
const put = (body: unknown) => app.send<{ pricing: Rule } & Refused>('/api/pricing', { method: 'PUT', body })
const remove = (path: string) => app.send<{ deleted: boolean } & Refused>(`/api/pricing/${path}`, { method: 'DELETE' })
const reset = (body: unknown = {}) =>
  app.send<{ ok: boolean; provider: string; pricing: Rule[] }>('/api/settings/reset-pricing', { method: 'POST', body })

const MINE = { model_pattern: 'mine-%', display_name: 'Mine' }
const PROMOTION = {
  intro_until: '2026-12-31',
  intro_input_per_mtok: 1,
  intro_output_per_mtok: 2,
  intro_cache_read_per_mtok: 0.1,
  intro_cache_write_per_mtok: 1.25,
  intro_cache_write_1h_per_mtok: 2.5,
}
const NO_PROMOTION = {
  intro_until: null,
  intro_input_per_mtok: 0,
  intro_output_per_mtok: 0,
  intro_cache_read_per_mtok: 0,
  intro_cache_write_per_mtok: 0,
  intro_cache_write_1h_per_mtok: 0,
}
const RATES = [
  'input_per_mtok',
  'output_per_mtok',
  'cache_read_per_mtok',
  'cache_write_per_mtok',
  'cache_write_1h_per_mtok',
  'fast_input_per_mtok',
  'fast_output_per_mtok',
  'long_input_per_mtok',
  'long_output_per_mtok',
  'long_cache_read_per_mtok',
  'long_cache_write_per_mtok',
  'long_cache_write_1h_per_mtok',
  'intro_input_per_mtok',
  'intro_output_per_mtok',
  'intro_cache_read_per_mtok',
  'intro_cache_write_per_mtok',
  'intro_cache_write_1h_per_mtok',
]

describe('the list of rules', () => {
  it('contains the defaults initially, by display name', async () => {
    const all = await rules()
    const patterns = all.map(({ model_pattern }) => String(model_pattern))
    expect(patterns.toSorted()).toEqual(DEFAULT_RULES.map(({ pattern }) => pattern).toSorted())
    expect(all.every(({ is_default }) => is_default === true)).toBe(true)
    const names = all.map(({ display_name }) => String(display_name))
    expect(names).toEqual([...names].toSorted())
    expect(await rule('gpt-5.6-terra%')).toMatchObject({
      input_per_mtok: 2,
      cache_write_per_mtok: 2.5,
      intro_until: '2026-07-29',
      intro_output_per_mtok: 15,
      updated_at: '2026-11-25T00:00:00.000Z',
    })
  })
})

describe('setting a rule', () => {
  it('adds one with a new pattern, and missing rates are zero', async () => {
    const answer = await put({ ...MINE, input_per_mtok: 3, cache_write_1h_per_mtok: 6 })
    const made = {
      ...MINE,
      ...Object.fromEntries(RATES.map((name) => [name, 0])),
      ...NO_PROMOTION,
      input_per_mtok: 3,
      cache_write_1h_per_mtok: 6,
      is_default: false,
    }
    expect(answer.json.pricing).toMatchObject(made)
    expect(await rule('mine-%')).toEqual(answer.json.pricing)
  })

  it('stores every rate, including those of long contexts', async () => {
    const rates = Object.fromEntries(RATES.map((name, i) => [name, i + 0.5]))
    const answer = await put({ ...MINE, ...rates, intro_until: '2026-12-31' })
    expect(answer.json.pricing).toMatchObject(rates)
    expect(await rule('mine-%')).toEqual(answer.json.pricing)
  })

  it('takes the provider from the request, else from the earlier rule, else from the pattern', async () => {
    const providerAfter = async (change: object) => (await put({ ...MINE, ...change })).json.pricing['provider']
    expect(await providerAfter({})).toBe('claude')
    expect(await providerAfter({ provider: 'codex' })).toBe('codex')
    expect((await rule('mine-%'))?.['long_context_above']).toBe(272_000)
    expect(await providerAfter({ input_per_mtok: 1 })).toBe('codex')
    expect(await providerAfter({ model_pattern: 'gpt-mine%' })).toBe('codex')
    const refused = await put({ ...MINE, provider: 'somebody' })
    expect([refused.status, refused.json.error]).toMatchObject([400, { code: 'INVALID_INPUT', field: 'provider' }])
  })

  it('replaces the rule with the same pattern', async () => {
    await put({ ...MINE, input_per_mtok: 3, output_per_mtok: 15 })
    await put({ ...MINE, display_name: 'Renamed', output_per_mtok: 20 })
    expect((await rules()).filter(({ model_pattern }) => model_pattern === 'mine-%')).toMatchObject([
      { display_name: 'Renamed', input_per_mtok: 0, output_per_mtok: 20 },
    ])
  })

  it('with a default pattern edits the default rule', async () => {
    await put({ model_pattern: 'claude-haiku-4-5%', display_name: 'Haiku', input_per_mtok: 9 })
    const edited = await rule('claude-haiku-4-5%')
    expect(edited).toMatchObject({ display_name: 'Haiku', input_per_mtok: 9, is_default: true })
    expect(Date.parse(String(edited?.updated_at))).toBeGreaterThan(Date.parse('2026-09-22T00:00:00Z'))
    expect((await rules()).length).toBe(DEFAULT_RULES.length)
  })

  it('of a default pattern shows the rates of the release until they are restored', async () => {
    const shipped = await rule('claude-haiku-4-5%')
    expect(shipped).not.toHaveProperty('default_rates')
    await put({ model_pattern: 'claude-haiku-4-5%', display_name: 'Haiku', input_per_mtok: 9 })
    expect(await rule('claude-haiku-4-5%')).toMatchObject({
      input_per_mtok: 9,
      default_rates: { input_per_mtok: shipped?.['input_per_mtok'] },
    })
    const restored = await app.send<{ ok: boolean }>('/api/pricing/claude-haiku-4-5%25/reset', { method: 'POST' })
    expect([restored.status, restored.json]).toEqual([200, { ok: true }])
    expect(await rule('claude-haiku-4-5%')).toEqual(shipped)
  })

  it('changes the count in the settings', async () => {
    await put(MINE)
    const { db } = await app.get<{ db: { counts: Record<string, number> } }>('/api/settings/info')
    expect(db.counts.model_pricing).toBe(DEFAULT_RULES.length + 1)
  })

  it('persists across a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-rules-'))
    const list = async (running: App) => (await running.get<{ pricing: Rule[] }>('/api/pricing')).pricing
    const first = await startApp({}, folder)
    await first.send('/api/pricing', { method: 'PUT', body: { ...MINE, ...PROMOTION, input_per_mtok: 3 } })
    const before = await list(first)
    await first.close()
    const second = await startApp({}, folder)
    try {
      expect(before).toContainEqual(expect.objectContaining({ ...MINE, ...PROMOTION }))
      expect(await list(second)).toEqual(before)
    } finally {
      await second.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('treats the pattern as plain text', async () => {
    const hostile = `'; drop table p_pricing_rule; --<script>"/%`
    await put({ model_pattern: hostile, display_name: hostile })
    expect(await rule(hostile)).toMatchObject({ display_name: hostile })
    expect((await remove(encodeURIComponent(hostile))).json.deleted).toBe(true)
  })
})

describe('a rate', () => {
  it.each(RATES)('%s is accepted as a number or a numeric string', async (name) => {
    expect((await put({ ...MINE, [name]: 2.5 })).json.pricing[name]).toBe(2.5)
    expect((await put({ ...MINE, [name]: ' 0.75 ' })).json.pricing[name]).toBe(0.75)
    expect((await put({ ...MINE, [name]: '1e1' })).json.pricing[name]).toBe(10)
  })

  it.each(
    RATES.flatMap((name) =>
      [
        '-1',
        '"-0.01"',
        '"NaN"',
        '"abc"',
        '""',
        '"0x10"',
        '"Infinity"',
        '1e400',
        'null',
        'true',
        '[1]',
        '{}',
        '1e10',
      ].map((value) => [name, value]),
    ),
  )('%s: %s → 400 INVALID_INPUT with the field, and no change', async (name, value) => {
    await put({ ...MINE, input_per_mtok: 3 })
    const before = await rules()
    const answer = await put(`{"model_pattern":"mine-%","display_name":"Other","output_per_mtok":7,"${name}":${value}}`)
    expect([answer.status, answer.json.error.code, answer.json.error.field]).toEqual([400, 'INVALID_INPUT', name])
    expect(answer.json.error.message).toContain(name)
    expect(await rules()).toEqual(before)
  })
})

describe('the pattern and the name', () => {
  it.each([
    ['model_pattern', { display_name: 'Mine' }],
    ['display_name', { model_pattern: 'mine-%' }],
    ['model_pattern', { ...MINE, model_pattern: '' }],
    ['model_pattern', { ...MINE, model_pattern: ' ' }],
    ['model_pattern', { ...MINE, model_pattern: 5 }],
    ['model_pattern', { ...MINE, model_pattern: null }],
    ['model_pattern', { ...MINE, model_pattern: '%'.repeat(201) }],
    ['model_pattern', { ...MINE, model_pattern: 'a\u0000b' }],
    ['model_pattern', { ...MINE, model_pattern: 'a\ud800b' }],
    ['display_name', { ...MINE, display_name: '' }],
    ['display_name', { ...MINE, display_name: {} }],
    ['display_name', { ...MINE, display_name: '\u001b]0;x\u0007' }],
  ])('an invalid or missing %s is 400 INVALID_INPUT: %j', async (field, body) => {
    const answer = await put(body)
    expect([answer.status, answer.json.error.code, answer.json.error.field]).toEqual([400, 'INVALID_INPUT', field])
    expect((await rules()).length).toBe(DEFAULT_RULES.length)
  })

  it.each(['{', '[]', '"x"', 'null', ''])('a body that is not an object is 400: %s', async (body) => {
    expect((await put(body)).status).toBe(400)
  })
})

describe('the promotion of a rule', () => {
  beforeEach(async () => {
    expect((await put({ ...MINE, ...PROMOTION, input_per_mtok: 3 })).json.pricing).toMatchObject(PROMOTION)
  })

  it('is kept when a body omits all its members', async () => {
    expect((await put({ ...MINE, input_per_mtok: 4 })).json.pricing).toMatchObject({ ...PROMOTION, input_per_mtok: 4 })
  })

  it.each([null, ''])('is removed with all its rates by intro_until %j', async (until) => {
    const { pricing } = (await put({ ...MINE, intro_until: until, intro_input_per_mtok: 9 })).json
    expect(pricing).toMatchObject(NO_PROMOTION)
  })

  it('keeps the members that a body omits', async () => {
    expect((await put({ ...MINE, intro_input_per_mtok: 1.5 })).json.pricing).toMatchObject({
      ...PROMOTION,
      intro_input_per_mtok: 1.5,
    })
    expect((await put({ ...MINE, intro_until: '2027-01-31' })).json.pricing).toMatchObject({
      ...PROMOTION,
      intro_input_per_mtok: 1.5,
      intro_until: '2027-01-31',
    })
  })

  it('of a default rule is kept when the rule is edited', async () => {
    await put({ model_pattern: 'gpt-5.6-terra%', display_name: 'Terra', input_per_mtok: 4 })
    expect(await rule('gpt-5.6-terra%')).toMatchObject({
      input_per_mtok: 4,
      intro_until: '2026-07-29',
      intro_input_per_mtok: 2.5,
    })
  })

  it.each([
    '31.12.2026',
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '2026-12-31T00:00:00Z',
    'tomorrow',
    ' ',
    20261231,
    true,
    ['2026-12-31'],
  ])('rejects the end date %j, which is not YYYY-MM-DD', async (until) => {
    const answer = await put({ ...MINE, intro_until: until })
    expect([answer.status, answer.json.error.code, answer.json.error.field]).toEqual([
      400,
      'INVALID_INPUT',
      'intro_until',
    ])
    expect(await rule('mine-%')).toMatchObject({ ...PROMOTION, input_per_mtok: 3 })
  })
})

describe('deleting a rule', () => {
  it.each([
    ['encoded once', encodeURIComponent('mine-%')],
    ['encoded twice', encodeURIComponent(encodeURIComponent('mine-%'))],
    ['not encoded', 'mine-%'],
  ])('finds its pattern %s', async (_how, path) => {
    await put(MINE)
    expect((await remove(path)).json).toEqual({ ok: true, deleted: true })
    expect(await rule('mine-%')).toBeUndefined()
    expect((await remove(path)).status).toBe(404)
  })

  it('matches the literal pattern before the decoded one', async () => {
    await put({ ...MINE, model_pattern: 'a%25' })
    await put({ ...MINE, model_pattern: 'a%' })
    await remove(encodeURIComponent('a%25'))
    expect([await rule('a%25'), (await rule('a%'))?.display_name]).toEqual([undefined, 'Mine'])
  })

  it('an unknown pattern is 404 NOT_FOUND', async () => {
    const answer = await remove('never-set')
    expect([answer.status, answer.json.error.code]).toEqual([404, 'NOT_FOUND'])
  })

  it('a default rule is 403, edited or not', async () => {
    expect((await remove('claude-opus-4-8%25')).status).toBe(403)
    await put({ model_pattern: 'claude-opus-4-8%', display_name: 'Opus', input_per_mtok: 1 })
    expect((await remove('claude-opus-4-8%25')).status).toBe(403)
    expect(await rule('claude-opus-4-8%')).toMatchObject({ input_per_mtok: 1 })
  })
})

describe('a reset', () => {
  const change = async () => {
    await put({ ...MINE, input_per_mtok: 1 })
    await put({ model_pattern: 'claude-opus-4-8%', display_name: 'Opus', input_per_mtok: 1 })
    await put({ model_pattern: 'gpt-5%', display_name: 'GPT', input_per_mtok: 1 })
  }

  it('restores the defaults and removes the custom rules', async () => {
    const defaults = await rules()
    await change()
    const answer = await reset()
    expect(answer.json).toMatchObject({ ok: true, provider: 'both', pricing: defaults })
    expect(await rules()).toEqual(defaults)
  })

  it.each([
    ['claude', { mine: undefined, opus: 5, gpt: 1 }],
    ['codex', { mine: 1, opus: 1, gpt: 1.25 }],
  ])('of %s keeps the rules of the other provider', async (provider, kept) => {
    await change()
    expect((await reset({ provider })).json.provider).toBe(provider)
    const [mine, opus, gpt] = await Promise.all(['mine-%', 'claude-opus-4-8%', 'gpt-5%'].map(rule))
    expect({ mine: mine?.input_per_mtok, opus: opus?.input_per_mtok, gpt: gpt?.input_per_mtok }).toEqual(kept)
  })

  it('of an unknown provider is 400, and changes nothing', async () => {
    await change()
    const answer = await reset({ provider: 'emacs' })
    expect([answer.status, (await rule('mine-%'))?.input_per_mtok]).toEqual([400, 1])
  })
})

describe('a change of the rules', () => {
  it.each([
    ['a set rule', () => put({ ...MINE, input_per_mtok: 3 })],
    ['a deleted rule', () => remove('mine-%25')],
    ['a reset', () => reset()],
  ])('by %s is announced on the WebSocket with the new list and a resync', async (_what, change) => {
    await put({ ...MINE, input_per_mtok: 2 })
    await app.settled()
    const listener = await listenTo(app.url)
    try {
      await change()
      await until('the change', () => listener.of('stats_update').length > 0)
      expect(listener.of('pricing_updated').map(({ data }) => data.pricing)).toEqual([await rules()])
      expect(listener.of('resync').map(({ data }) => data.reason)).toEqual(['bulk_change'])
    } finally {
      await listener.close()
    }
  })
})

describe('a change of the rules from a foreign origin', () => {
  it.each([
    ['PUT', '/api/pricing'],
    ['DELETE', '/api/pricing/mine-%25'],
    ['POST', '/api/settings/reset-pricing'],
  ])('%s %s is rejected', async (method, path) => {
    await put(MINE)
    const answer = await app.send<Refused>(path, { method, body: MINE, headers: { origin: 'https://evil.example' } })
    expect([answer.status, answer.json.error.code]).toEqual([403, 'EBADORIGIN'])
    expect(await rule('mine-%')).toMatchObject({ display_name: 'Mine' })
  })
})
