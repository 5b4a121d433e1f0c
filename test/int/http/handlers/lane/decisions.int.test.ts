import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Answer = RouteAnswer<'GET /api/decisions'>

let app: App
let root: string
let shop: TestRepository
const list = () => app.get<Answer>('/api/decisions')
/** The list once all lanes are read. */
const read = async () => {
  for (let answer = await list(); ; answer = await list()) if (answer.unread === 0) return answer
}
const kinds = ({ decisions }: Answer) => decisions.map(({ kind, title }) => [kind, title])
const hook = (session: string, name: string, data: object = {}) =>
  app.hook(name, { session_id: session, hook_event_name: name, cwd: shop.path, ...data })
const later = (id: string, until: unknown) =>
  app.send<{ error?: { code: string } }>(`/api/decisions/${encodeURIComponent(id)}/later`, {
    method: 'POST',
    body: { until },
  })
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const addLane = async (title: string) => {
  const { json } = await app.send<{ lane: { id: number } }>('/api/lanes', {
    method: 'POST',
    body: { cwd: shop.path, title, base_branch: 'main' },
  })
  return json.lane.id
}

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-inbox-')))
  shop = repositoryAt(join(root, 'shop'), { 'a.txt': 'a\n' })
  app = await startApp({ HOME: root }, root)
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

describe('decisions', () => {
  it('are nothing where nothing happened', async () => {
    expect(await list()).toEqual({
      at: expect.any(String),
      decisions: [],
      later: [],
      unread: 0,
      waiting: { today_ms: 0, median_ms: null, answered: 0 },
    })
  })

  it('name a session that waits, until it is answered', async () => {
    await hook('s1', 'SessionStart', { source: 'startup' })
    await hook('s1', 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'git push' } })
    const [waiting] = (await list()).decisions
    expect(waiting).toMatchObject({ kind: 'ask', session_id: 's1', ask: null, text: 'git push', lane: null })
    await hook('s1', 'PostToolUse', { tool_name: 'Bash', tool_use_id: 'x' })
    expect((await list()).decisions).toEqual([])
  })

  it('name a failed turn with its reason, until it is dismissed', async () => {
    await hook('s1', 'SessionStart', { source: 'startup' })
    await hook('s1', 'UserPromptSubmit', { prompt: 'go' })
    await hook('s1', 'StopFailure', { error: 'rate_limit', error_details: 'session limit, try again in 2 hours' })
    const [failed] = (await list()).decisions
    expect(failed).toMatchObject({ kind: 'failed', session_id: 's1', error: { kind: 'limit' } })
    expect(Date.parse(failed?.error?.resets_at ?? '') - Date.parse(failed?.at ?? '')).toBe(7_200_000)
    await app.send('/api/sessions/s1/dismiss', { method: 'POST', body: {} })
    expect((await list()).decisions).toEqual([])
  })

  it('name a lane with changes when its agents are at rest, and with how many', async () => {
    shop.git('checkout', '-q', '-b', 'feat')
    const id = await addLane('Gift cards')
    await hook('s1', 'SessionStart', { source: 'startup' })
    await hook('s1', 'UserPromptSubmit', { prompt: 'go' })
    writeFileSync(join(shop.path, 'b.txt'), 'b\nb\n')
    expect(kinds(await read())).toEqual([])
    await hook('s1', 'Stop', { last_assistant_message: 'It is done.\nAll of it.' })
    const [review] = (await read()).decisions
    expect(review).toMatchObject({
      kind: 'review',
      title: 'Gift cards',
      text: 'It is done.',
      lane: { id, title: 'Gift cards', slot: null },
      changes: { files: 1, added: 2, deleted: 0, uncommitted: 1 },
    })
    const { expect: seen } = await app.get<RouteAnswer<'GET /api/lanes/:id/seen'>>(`/api/lanes/${id}/seen`)
    await app.send(`/api/lanes/${id}/accept`, { method: 'POST', body: { expect: seen } })
    expect((await read()).decisions[0]?.kind).toBe('land')
    await app.send(`/api/lanes/${id}/archive`, { method: 'POST' })
    expect((await read()).decisions).toEqual([])
    await app.send(`/api/lanes/${id}/archive`, { method: 'DELETE' })
    shop.git('add', '.')
    shop.git('commit', '-q', '-m', 'b')
    await hook('s1', 'UserPromptSubmit', { prompt: 'and now' })
    await hook('s1', 'Stop', { last_assistant_message: 'Committed.' })
    expect((await read()).decisions[0]?.changes).toEqual({ files: 1, added: 2, deleted: 0, uncommitted: 0 })
    // Committed or not, these are the changes that were accepted.
    expect((await read()).decisions[0]?.kind).toBe('land')
    const { expect: now } = await app.get<RouteAnswer<'GET /api/lanes/:id/land'>>(`/api/lanes/${id}/land`)
    shop.git('config', 'user.name', 'Ada')
    shop.git('config', 'user.email', 'ada@example.com')
    const landed = await app.send(`/api/lanes/${id}/land`, { method: 'POST', body: { expect: now } })
    expect(landed.json).toMatchObject({ base: 'main', how: 'merge' })
    expect((await read()).decisions).toEqual([])
  })

  it('name the conflicts of a merge that no agent works on', async () => {
    shop.git('checkout', '-q', '-b', 'feat')
    writeFileSync(join(shop.path, 'a.txt'), 'ours\n')
    shop.git('commit', '-qam', 'ours')
    shop.git('checkout', '-q', 'main')
    writeFileSync(join(shop.path, 'a.txt'), 'theirs\n')
    shop.git('commit', '-qam', 'theirs')
    shop.git('checkout', '-q', 'feat')
    expect(() => shop.git('merge', 'main')).toThrow()
    await addLane('Wishlist')
    await hook('s1', 'SessionStart', { source: 'startup' })
    await hook('s1', 'Stop')
    const [conflict] = (await read()).decisions
    expect(conflict).toMatchObject({ kind: 'conflict', title: 'Wishlist', conflicts: ['a.txt'] })
  })

  it('name a budget from four fifths of it on', async () => {
    const add = (name: string, amount_usd: number) =>
      app.send('/api/budgets', { method: 'POST', body: { name, period: 'month', amount_usd, timezone: 'UTC' } })
    await add('Near', 0.012)
    await add('Far', 1)
    expect((await list()).decisions).toEqual([])
    const folder = join(app.claudeHome, 'projects', '-shop')
    mkdirSync(folder)
    const transcript = join(folder, 's9.jsonl')
    const usage = { input_tokens: 0, output_tokens: 700 }
    const message = { id: 'msg_1', role: 'assistant', model: 'claude-sonnet-4-5', content: [], usage }
    const line = { type: 'assistant', sessionId: 's9', uuid: 'u1', timestamp: new Date().toISOString(), message }
    writeFileSync(transcript, `${JSON.stringify(line)}\n`)
    await hook('s9', 'Stop', { transcript_path: transcript })
    const [budget, ...others] = await until('the cost', async () => {
      const { decisions } = await list()
      return decisions.length > 0 && decisions
    })
    expect(others).toEqual([])
    expect(budget).toMatchObject({ kind: 'budget', title: 'Near', budget: { spent_usd: 0.0105 }, lane: null })
    expect(budget?.id).toMatch(/-near$/)
  })

  it('are postponed, come back when something is new, and are shown again', async () => {
    await hook('s1', 'SessionStart', { source: 'startup' })
    await hook('s1', 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'one' } })
    const { id = '' } = (await list()).decisions[0] ?? {}
    const until = inAnHour()
    expect((await later(id, until)).json).toEqual({ id, until })
    const answer = await list()
    expect([answer.decisions, answer.later[0]?.later_until]).toEqual([[], until])
    expect((await later(id, null)).status).toBe(200)
    expect((await list()).decisions.map((one) => one.id)).toEqual([id])
    await later(id, inAnHour())
    await hook('s1', 'UserPromptSubmit', { prompt: 'next' })
    await hook('s1', 'PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'two' } })
    expect((await list()).decisions[0]?.text).toBe('two')
  })

  it('cannot be postponed if they do not exist, or to the past', async () => {
    expect((await later('review-1-2', inAnHour())).json.error?.code).toBe('NOT_FOUND')
    expect((await later('x', '2020-01-01T00:00:00Z')).json.error?.code).toBe('EBADFIELD')
  })
})
