import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterEach(() => app.send('/api/settings/reset-pricing', { method: 'POST' }))
afterAll(() => app.close())

type GptRule = RouteAnswer<'GET /api/pricing/gpt'>['pricing'][number]
interface Refused {
  readonly error: { readonly code: string }
}

const card = async () => (await app.get<RouteAnswer<'GET /api/pricing/gpt'>>('/api/pricing/gpt')).pricing
const ruleOf = async (pattern: string) => {
  const { pricing } = await app.get<RouteAnswer<'GET /api/pricing'>>('/api/pricing')
  return pricing.find(({ model_pattern }) => model_pattern === pattern)
}
const put = (body: unknown) => app.send<{ pricing: GptRule } & Refused>('/api/pricing/gpt', { method: 'PUT', body })
const remove = (pattern: string) =>
  app.send<Refused>(`/api/pricing/gpt/${encodeURIComponent(pattern)}`, { method: 'DELETE' })

const MINE = { model_pattern: 'gpt-mine%', display_name: 'Mine' }

describe("the peer's rate card for OpenAI models", () => {
  it('lists only the rules of these models, by display name', async () => {
    const patterns = (await card()).map(({ model_pattern }) => model_pattern)
    expect(patterns).toContain('gpt-5.5%')
    expect(patterns.filter((pattern) => pattern.startsWith('claude'))).toEqual([])
    const names = (await card()).map(({ display_name }) => display_name)
    expect(names).toEqual([...names].toSorted())
  })

  it('lists the effective rates: a long rate of 0 means the short one, and cached input of fast mode is scaled', async () => {
    const all = await card()
    expect(all.find(({ model_pattern }) => model_pattern === 'gpt-5.5%')).toMatchObject({
      short_input_per_mtok: 5,
      short_cached_input_per_mtok: 0.5,
      short_output_per_mtok: 30,
      long_input_per_mtok: 10,
      long_cached_input_per_mtok: 1,
      long_output_per_mtok: 45,
      fast_input_per_mtok: 12.5,
      fast_cached_input_per_mtok: 1.25,
      fast_output_per_mtok: 75,
    })
    expect(all.find(({ model_pattern }) => model_pattern === 'gpt-5.4-mini%')).toMatchObject({
      long_input_per_mtok: 0,
      long_cached_input_per_mtok: 0,
      long_cache_write_per_mtok: 0,
      long_output_per_mtok: 0,
    })
    expect(all.find(({ model_pattern }) => model_pattern === 'gpt-5-mini%')?.fast_cached_input_per_mtok).toBe(0.045)
    expect(all.find(({ model_pattern }) => model_pattern === 'gpt-5-nano%')).toMatchObject({
      fast_input_per_mtok: 0,
      fast_cached_input_per_mtok: 0,
      fast_output_per_mtok: 0,
    })
  })

  it('sets a rule that also applies in the general price list', async () => {
    const rates = { short_input_per_mtok: 1, short_cached_input_per_mtok: '0.1', short_output_per_mtok: 2 }
    const answer = await put({ ...MINE, ...rates, long_input_per_mtok: 9, fast_input_per_mtok: 2 })
    expect(answer.json.pricing).toMatchObject({ ...MINE, short_cached_input_per_mtok: 0.1, long_input_per_mtok: 9 })
    expect(answer.json.pricing).toMatchObject({ fast_cached_input_per_mtok: 0.2, fast_output_per_mtok: 4 })
    expect(await card()).toContainEqual(answer.json.pricing)
    expect(await ruleOf('gpt-mine%')).toMatchObject({ input_per_mtok: 1, cache_read_per_mtok: 0.1, output_per_mtok: 2 })
  })

  it('keeps a rule with any pattern when the other provider is reset, and removes it when its own is', async () => {
    const proxied = { model_pattern: 'openai/gpt-5%', display_name: 'GPT-5 of a proxy' }
    await put({ ...proxied, short_input_per_mtok: 1 })
    const reset = (provider: string) => app.send('/api/settings/reset-pricing', { method: 'POST', body: { provider } })
    await reset('claude')
    expect(await card()).toContainEqual(expect.objectContaining(proxied))
    expect(await ruleOf('openai/gpt-5%')).toMatchObject({ provider: 'codex', long_context_above: 272_000 })
    await reset('codex')
    expect(await card()).not.toContainEqual(expect.objectContaining(proxied))
    expect(await ruleOf('openai/gpt-5%')).toBeUndefined()
  })

  it.each([
    { ...MINE, long_input_per_mtok: -1 },
    { ...MINE, long_cached_input_per_mtok: 'much' },
    { ...MINE, long_output_per_mtok: Number.MAX_VALUE },
    { ...MINE, fast_cached_input_per_mtok: 'much' },
    { display_name: 'Mine' },
    { model_pattern: 'gpt-mine%' },
  ])('rejects %j', async (body) => {
    const answer = await put(body)
    expect([answer.status, answer.json.error.code]).toEqual([400, 'INVALID_INPUT'])
    expect(await ruleOf('gpt-mine%')).toBeUndefined()
  })

  it('deletes a custom rule, but not a default or missing one', async () => {
    await put(MINE)
    expect((await remove('gpt-mine%')).json).toEqual({ ok: true, deleted: true })
    expect((await remove('gpt-mine%')).status).toBe(404)
    expect((await remove('gpt-5.5%')).json.error.code).toBe('DEFAULT_RULE')
    expect((await app.send('/api/pricing/gpt', { method: 'DELETE' })).status).toBe(404)
  })

  it('is returned by a reset', async () => {
    const { json } = await app.send<{ gpt_pricing: unknown }>('/api/settings/reset-pricing', { method: 'POST' })
    expect(json.gpt_pricing).toEqual(await card())
  })
})
