import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { gitIn, repositoryAt } from '../../../../support/git/repository.js'
import { listenTo } from '../../../../support/service/listener.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Budget = RouteAnswer<'GET /api/budgets'>['budgets'][number]
type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']

const root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-projects-')))
const shop = join(root, 'shop')
const garden = join(root, 'garden')
const cards = join(root, 'shop-lanes', 'gift-cards')
const fox = join(garden, '.claude/worktrees/swift-fox')

let app: App
let lane: number

/** Writes a transcript of a session with an edit and a dollar of output. */
const work = (id: string, cwd: string, file: string): void => {
  const at = new Date(Date.now() - 60_000).toISOString()
  const line = (value: object): string => `${JSON.stringify({ sessionId: id, cwd, timestamp: at, ...value })}\n`
  const edit = {
    type: 'tool_use',
    id: `${id}-1`,
    name: 'Edit',
    input: { file_path: file, old_string: 'a', new_string: 'b' },
  }
  const result = { type: 'tool_result', tool_use_id: `${id}-1`, content: 'done' }
  const path = join(app.claudeHome, 'projects', id, `${id}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(
    path,
    [
      line({ type: 'user', uuid: `${id}-a`, message: { role: 'user', content: 'Sell umbrellas' } }),
      line({
        type: 'assistant',
        uuid: `${id}-b`,
        message: {
          id: `m-${id}`,
          role: 'assistant',
          model: 'claude-opus-5',
          content: [edit],
          usage: { input_tokens: 0, output_tokens: 40_000 },
        },
      }),
      line({ type: 'user', uuid: `${id}-c`, message: { role: 'user', content: [result] } }),
    ].join(''),
  )
}

beforeAll(async () => {
  repositoryAt(shop, { 'a.txt': 'a' })
  app = await startApp({}, root)
  const body = { sourceRepo: shop, title: 'Gift cards' }
  const { json } = await app.send<{ lane: Lane }>('/api/lanes/worktree', { method: 'POST', body })
  lane = json.lane.id
  expect(json.lane.cwd).toBe(cards)
  await until('the worktree', async () => {
    const { status } = (await app.get<{ lane: Lane }>(`/api/lanes/${lane}`)).lane
    return status === 'idle'
  })
  work('main', shop, join(shop, 'src/cart.ts'))
  work('card', cards, join(cards, 'src/cart.ts'))
  work('deep', join(cards, 'web'), join(cards, 'web/index.ts'))
  work('rose', garden, join(garden, 'beds.ts'))
  await app.send('/api/import/rescan', { method: 'POST', body: {} })
  await app.settled()
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const idsOf = async (query: string): Promise<readonly string[]> =>
  (await app.get<RouteAnswer<'GET /api/sessions'>>(`/api/sessions?${query}`)).sessions.map(({ id }) => id).toSorted()

const expectWorktree = async (): Promise<void> => {
  const { sessions } = await app.get<RouteAnswer<'GET /api/sessions'>>('/api/sessions')
  expect(Object.fromEntries(sessions.map(({ id, project }) => [id, project]))).toEqual({
    main: shop,
    card: shop,
    deep: join(shop, 'web'),
    rose: garden,
  })
  expect(await idsOf(`cwd=${shop}`)).toEqual(['card', 'main'])
}

describe('the worktree of a lane belongs to the project of its repository', () => {
  it('in sessions, and in their filters and facets', async () => {
    await expectWorktree()
    expect(await idsOf(`cwd=${shop}/web`)).toEqual(['deep'])
    expect(await idsOf(`cwd=${cards}`)).toEqual(['card'])
    for (const more of ['', '&q=s']) {
      const { counts } = await app.get<RouteAnswer<'GET /api/sessions/facets'>>(
        `/api/sessions/facets?cwd=${shop}${more}`,
      )
      expect(counts.cwd).toContainEqual({ value: shop, count: 2 })
      expect(counts.cwd).not.toContainEqual(expect.objectContaining({ value: cards }))
      expect(counts.model.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    }
  })

  it('in the list of projects, with its files', async () => {
    const { projects } = await app.get<RouteAnswer<'GET /api/projects'>>('/api/projects')
    expect(projects.map(({ cwd, sessions, cost }) => [cwd, sessions, cost])).toEqual(
      expect.arrayContaining([
        [shop, 2, 2],
        [garden, 1, 1],
      ]),
    )
    const { files } = await app.get<RouteAnswer<'GET /api/projects/:name'>>('/api/projects/shop')
    expect(files).toMatchObject([{ path: 'src/cart.ts', sessions: 2, edits: 2 }])
  })

  it('in cost, activity and calls', async () => {
    const cost = await app.get<RouteAnswer<'GET /api/insights/cost'>>('/api/insights/cost?timezone=UTC')
    expect(cost.projects.find(({ cwd }) => cwd === shop)).toMatchObject({ sessions: 2, cost: 2 })
    expect(cost.sessions.map(({ cwd }) => cwd)).not.toContain(cards)
    const own = await app.get<RouteAnswer<'GET /api/insights/cost'>>(`/api/insights/cost?timezone=UTC&cwd=${shop}`)
    expect(own.totals).toMatchObject({ sessions: 2, cost: 2 })
    const usage = await app.get<RouteAnswer<'GET /api/usage'>>('/api/usage?timezone=UTC')
    expect(usage.projects.find(({ cwd }) => cwd === shop)).toMatchObject({ sessions: 2, cost: 2 })
    const activity = await app.get<RouteAnswer<'GET /api/insights/activity'>>(
      `/api/insights/activity?timezone=UTC&cwd=${shop}`,
    )
    expect(activity.projects).toMatchObject([{ cwd: shop, sessions: 2 }])
    const { calls } = await app.get<RouteAnswer<'GET /api/calls'>>(`/api/calls?cwd=${shop}`)
    expect(calls.map(({ session_id }) => session_id).toSorted()).toEqual(['card', 'main'])
  })

  it('in budgets and rules', async () => {
    const body = { period: 'day', amount_usd: 10, timezone: 'UTC', cwd: shop }
    const { json } = await app.send<{ budget: Budget }>('/api/budgets', { method: 'POST', body })
    expect(json.budget).toMatchObject({ spent_usd: 2 })
    await app.send('/api/alerts/rules', {
      method: 'POST',
      body: { name: 'Stops', rule_type: 'event_pattern', config: { event_type: 'Stop', projects: [shop] } },
    })
    await app.hook('Stop', { session_id: 'rose', cwd: garden })
    await app.hook('Stop', { session_id: 'card', cwd: cards })
    await until('the alert', async () => {
      const { alerts } = await app.get<RouteAnswer<'GET /api/alerts'>>('/api/alerts')
      return alerts.some(({ session_id }) => session_id === 'card')
    })
    const { alerts } = await app.get<RouteAnswer<'GET /api/alerts'>>('/api/alerts')
    expect(alerts.filter(({ session_id }) => session_id === 'rose')).toEqual([])
  })

  it('in searches', async () => {
    type Found = RouteAnswer<'GET /api/search'>
    const found = async (more: string) => {
      const { hits } = await app.get<Found>(`/api/search?q=umbrellas${more}`)
      return hits.map(({ session_id }) => session_id).toSorted()
    }
    await until('the search', async () => (await found('')).length === 4)
    expect(await found('&project=shop')).toEqual(['card', 'main'])
    expect(await found('&not_project=shop')).toEqual(['deep', 'rose'])
    const { hits } = await app.get<Found>('/api/search?q=umbrellas&project=shop')
    expect(new Set(hits.map(({ session_project }) => session_project))).toEqual(new Set([shop]))
  })

  it('in a clean-up of old sessions', async () => {
    const body = { abandon_hours: 0, purge_days: 0, cwd: shop, dry_run: true }
    const { json } = await app.send('/api/settings/cleanup', { method: 'POST', body })
    expect(json).toMatchObject({ abandoned: 2, purged_sessions: 2 })
  })

  it('also after the lane was removed', async () => {
    const expectation = await app.get(`/api/lanes/${lane}/preflight?action=remove`)
    const body = { confirm: true, expect: expectation, force: true }
    await app.send(`/api/lanes/${lane}/remove`, { method: 'POST', body })
    expect((await app.get<RouteAnswer<'GET /api/lanes'>>('/api/lanes')).lanes).toEqual([])
    await expectWorktree()
  })
})

describe('a worktree of `claude --worktree` belongs to the repository that it is in', () => {
  beforeAll(async () => {
    work('fox', fox, join(fox, 'beds.ts'))
    work('fox-web', join(fox, 'web'), join(fox, 'web/index.ts'))
    work('card-fox', join(cards, '.claude/worktrees/grey-owl'), join(cards, '.claude/worktrees/grey-owl/src/cart.ts'))
    await app.send('/api/import/rescan', { method: 'POST', body: {} })
    await app.settled()
  })

  it('in sessions, and in their filters and facets', async () => {
    const { sessions } = await app.get<RouteAnswer<'GET /api/sessions'>>('/api/sessions')
    const projects = Object.fromEntries(sessions.map(({ id, project }) => [id, project]))
    expect(projects).toMatchObject({ fox: garden, 'fox-web': join(garden, 'web'), 'card-fox': shop, rose: garden })
    expect(sessions.find(({ id }) => id === 'fox')?.cwd).toBe(fox)
    expect(await idsOf(`cwd=${garden}`)).toEqual(['fox', 'rose'])
    expect(await idsOf(`cwd=${garden}/web`)).toEqual(['fox-web'])
    expect(await idsOf(`cwd=${fox}`)).toEqual(['fox'])
    expect(await idsOf(`cwd=${shop}`)).toContain('card-fox')
    const { counts } = await app.get<RouteAnswer<'GET /api/sessions/facets'>>('/api/sessions/facets')
    expect(counts.cwd).toContainEqual({ value: garden, count: 2 })
  })

  it('in projects, cost, budgets, rules and the search', async () => {
    const { projects } = await app.get<RouteAnswer<'GET /api/projects'>>('/api/projects')
    expect(projects.map(({ cwd }) => cwd)).not.toContain(fox)
    expect(projects.find(({ cwd }) => cwd === garden)).toMatchObject({ sessions: 2, cost: 2 })
    const own = await app.get<RouteAnswer<'GET /api/insights/cost'>>(`/api/insights/cost?timezone=UTC&cwd=${garden}`)
    expect(own.totals).toMatchObject({ sessions: 2, cost: 2 })
    const body = { period: 'day', amount_usd: 10, timezone: 'UTC', cwd: garden }
    const { json } = await app.send<{ budget: Budget }>('/api/budgets', { method: 'POST', body })
    expect(json.budget).toMatchObject({ spent_usd: 2 })
    await app.send('/api/alerts/rules', {
      method: 'POST',
      body: { name: 'In the garden', rule_type: 'event_pattern', config: { event_type: 'Stop', projects: [garden] } },
    })
    await app.hook('Stop', { session_id: 'fox', cwd: fox })
    await until('the alert', async () => {
      const { alerts } = await app.get<RouteAnswer<'GET /api/alerts'>>('/api/alerts')
      return alerts.some(({ session_id }) => session_id === 'fox')
    })
    await until('the search', async () => {
      const found = await app.get<RouteAnswer<'GET /api/search'>>('/api/search?q=umbrellas&project=garden')
      return found.hits.some(({ session_id }) => session_id === 'fox')
    })
  })
})

describe('a linked worktree that somebody made with git', () => {
  const uploads = join(root, 'elsewhere')
  const projectOf = async (id: string) =>
    (await app.get<RouteAnswer<'GET /api/sessions/:id'>>(`/api/sessions/${id}`)).session.project
  const isOfShop = (id: string) => until(`the project of ${id}`, async () => (await projectOf(id)) === shop)

  it('belongs to the project of its repository, also after it is gone and the service has started again', async () => {
    gitIn(shop, 'worktree', 'add', '--quiet', uploads)
    const listener = await listenTo(app.url)
    await app.hook('SessionStart', { session_id: 'linked', cwd: uploads })
    await isOfShop('linked')
    // Nothing else happens in the session.
    await until('its row', () => {
      const row = listener.of('session_updated').findLast(({ data }) => data.id === 'linked')
      return row?.data.project === shop
    })
    await listener.close()
    expect(await idsOf(`cwd=${encodeURIComponent(shop)}`)).toContain('linked')
    expect(await idsOf(`cwd=${encodeURIComponent(uploads)}`)).toEqual(['linked'])
    gitIn(shop, 'worktree', 'remove', uploads)
    await app.hook('SessionStart', { session_id: 'later', cwd: join(uploads, 'web') })
    expect(await projectOf('later')).toBe(join(shop, 'web'))
    await app.close()
    gitIn(shop, 'worktree', 'add', '--quiet', `${uploads}-2`)
    app = await startApp({}, root)
    expect(await projectOf('linked')).toBe(shop)
  })

  it('is found for sessions that are older than this release', async () => {
    // Their directory was no worktree when the service saw it.
    const dir = join(root, 'older')
    await app.hook('SessionStart', { session_id: 'older', cwd: dir })
    expect(await projectOf('older')).toBe(dir)
    await app.close()
    gitIn(shop, 'worktree', 'add', '--quiet', dir)
    app = await startApp({}, root)
    await isOfShop('older')
  })
})
