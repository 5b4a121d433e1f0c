import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Sessions = RouteAnswer<'GET /api/sessions'>
type Lane = RouteAnswer<'GET /api/lanes/:id'>['lane']

let app: App
const lanes: Record<string, number> = {}
const addLane = async (cwd: string): Promise<void> => {
  const { json } = await app.send<{ lane: Lane }>('/api/lanes/ensure', { method: 'POST', body: { cwd, exact: true } })
  lanes[cwd] = json.lane.id
}

const DIRECTORIES = ['/none/shop', '/none/shop/cart', '/none/shop/cart/deep', '/none/shop-old', '/none', 'relative']

beforeAll(async () => {
  app = await startApp()
  for (const cwd of DIRECTORIES) await app.hook('UserPromptSubmit', { session_id: cwd, cwd, prompt: 'x' })
  await app.hook('SessionEnd', { session_id: '/none/shop/cart', cwd: '/none/shop/cart' })
  await addLane('/none/shop')
  await addLane('/none/shop/cart')
  await app.settled()
})
afterAll(() => app.close())

const idsOf = async (query: string) => {
  const { sessions, total } = await app.get<Sessions>(`/api/sessions?${query}`)
  expect(total).toBe(sessions.length)
  return sessions.map(({ id }) => id).toSorted()
}
const inShop = ['/none/shop']
const inCart = ['/none/shop/cart', '/none/shop/cart/deep']

describe('the sessions of a lane', () => {
  it('name the lane that owns their directory, also those that are older', async () => {
    const { sessions } = await app.get<Sessions>('/api/sessions')
    const [shop, cart] = [lanes['/none/shop'], lanes['/none/shop/cart']]
    expect(Object.fromEntries(sessions.map(({ id, lane_id }) => [id, lane_id]))).toEqual({
      '/none/shop': shop,
      '/none/shop/cart': cart,
      '/none/shop/cart/deep': cart,
      '/none/shop-old': null,
      '/none': null,
      relative: null,
    })
    const { events } = await app.get<RouteAnswer<'GET /api/events'>>('/api/events?session_id=/none/shop/cart/deep')
    expect(events.map(({ session_lane_id }) => session_lane_id)).toEqual([cart])
  })

  it.each(['', '&status=active', '&q=none', '&sort_by=name', '&cwd=/none/shop&cwd=/none/shop/cart/deep'])(
    'are filtered by the lane%s',
    async (more) => {
      const isKnown = (id: string) =>
        (!more.includes('active') || id !== '/none/shop/cart') && (!more.includes('cwd') || id !== '/none/shop/cart')
      expect(await idsOf(`lane=${lanes['/none/shop']}${more}`)).toEqual(inShop)
      expect(await idsOf(`lane=${lanes['/none/shop/cart']}${more}`)).toEqual(inCart.filter(isKnown))
      expect(await idsOf(`lane=999${more}`)).toEqual([])
    },
  )

  it.each(['', '&q=none'])('are counted in facets and groups%s', async (more) => {
    const query = `lane=${lanes['/none/shop/cart']}${more}`
    const { counts } = await app.get<RouteAnswer<'GET /api/sessions/facets'>>(`/api/sessions/facets?${query}`)
    expect(counts.cwd).toEqual(inCart.map((value) => ({ value, count: 1 })))
    expect(counts.status.toSorted((a, b) => (a.value < b.value ? -1 : 1))).toEqual([
      { value: 'active', count: 1 },
      { value: 'completed', count: 1 },
    ])
    const { groups } = await app.get<RouteAnswer<'GET /api/sessions/groups'>>(`/api/sessions/groups?${query}`)
    expect(groups.map(({ sessions }) => sessions)).toEqual([2])
  })

  it('are counted in the stats of the lane, and by lane in the metrics', async () => {
    type Stats = RouteAnswer<'GET /api/stats'>
    const [all, cart, none] = [
      await app.get<Stats>('/api/stats'),
      await app.get<Stats>(`/api/stats?lane=${lanes['/none/shop/cart']}`),
      await app.get<Stats>('/api/stats?lane=999'),
    ]
    expect(all).toMatchObject({ total_sessions: DIRECTORIES.length, total_events: DIRECTORIES.length + 1 })
    expect(cart).toMatchObject({
      total_sessions: 2,
      sessions_by_status: { active: 1, completed: 1 },
      total_agents: 2,
      total_events: 3,
      events_today: 3,
    })
    expect(none).toMatchObject({ total_sessions: 0, total_agents: 0, total_events: 0, total_cost: 0 })
    expect(Object.keys(cart)).toEqual(Object.keys(all))
    const codex = await app.get<Stats>(`/api/stats?lane=${lanes['/none/shop/cart']}&providers=codex`)
    expect(codex.total_sessions).toBe(0)
    const metrics = await (await fetch(`${app.url}/api/metrics`)).text()
    expect(metrics).toContain(`svc_lane_sessions{lane="${lanes['/none/shop/cart']}"} 2`)
    expect(metrics).toContain('svc_lanes{status="idle"} 2')
    expect(metrics).toContain('svc_runs{tool="cli_a"} 0')
  })

  it('belong to the lane above when their own is forgotten', async () => {
    await app.send(`/api/lanes/${lanes['/none/shop/cart']}`, { method: 'DELETE' })
    expect(await idsOf(`lane=${lanes['/none/shop']}`)).toEqual([...inShop, ...inCart])
  })
})
