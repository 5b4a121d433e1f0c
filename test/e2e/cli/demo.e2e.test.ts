import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { placeOf } from '../../../src/adapters/tmux/place.js'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { until } from '../../support/agents/until.js'
import { inChromium, useStage } from '../../support/browser/stage.js'
import { newPlaces, startProcess } from '../../support/process/service-process.js'
import { hasTmux, tmuxOf } from '../../support/tmux/panes.js'

const situationIn = async (url: string, lane: number): Promise<string | undefined> => {
  const answer = await fetch(new URL(`/api/sessions?lane=${lane}`, url))
  return ((await answer.json()) as RouteAnswer<'GET /api/sessions'>).sessions[0]?.situation
}

/** Returns the title and the status of each lane, and what its agent does, when all lanes are open and the first agent waits. */
const lanesWhenOpen = async (url: string) => {
  await until(
    'the lanes',
    async () =>
      (await situationIn(url, 5)) === 'needs_you' &&
      (await situationIn(url, 9)) === 'needs_you' &&
      (await situationIn(url, 8)) === 'your_turn' &&
      (await Promise.all([3, 6, 7].map((lane) => situationIn(url, lane)))).every((one) => one === 'done'),
  )
  const { lanes } = (await (await fetch(new URL('/api/lanes', url))).json()) as RouteAnswer<'GET /api/lanes'>
  const shown = lanes
    .toSorted((one, other) => other.id - one.id)
    .map(async ({ id, title, status }) => [title, status, await situationIn(url, id)])
  return Promise.all(shown)
}

const dataDirIn = (temporary: string): string => join(realpathSync(temporary), readdirSync(temporary)[0] ?? '', 'data')

inChromium('the demo', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'switchyard-temporary-'))
  const home = mkdtempSync(join(tmpdir(), 'switchyard-home-'))
  const stage = useStage({ options: ['--demo'], env: { TMPDIR: temporary, HOME: home } })
  afterAll(() => {
    for (const folder of [temporary, home]) rmSync(folder, { recursive: true, force: true })
  })

  it('shows waiting, working, failed and done agents, and resolves a permission without a reload', async () => {
    const page = await stage.open()
    await page.getByText('This is a demo.').waitFor()
    const waiting = page.getByRole('region', { name: 'Waiting for you' }).getByRole('link')
    const pushed = waiting.filter({ hasText: 'git push --force-with-lease' })
    await pushed.waitFor()
    await page.getByRole('region', { name: 'Working' }).getByRole('link').first().waitFor()
    await page
      .getByRole('region', { name: /^Failed/ })
      .getByRole('link')
      .first()
      .waitFor()
    // The user of the demo answers after a while.
    await pushed.waitFor({ state: 'detached', timeout: 120_000 })
    expect(await page.getByText('Connection lost').count()).toBe(0)
    await page.goto(`${stage.url()}/sessions`)
    // These sessions ended some hours ago, which may be yesterday.
    await page.locator('a[data-session]', { hasText: 'Optimize the images of the market post' }).waitFor()
    await page.locator('a[data-session]', { hasText: 'Release notes for 2.4' }).waitFor()
    await page.getByText('This is a demo.').waitFor()
  })

  it('has budgets, alert rules and pinned sessions', async () => {
    const list = async (path: string, member: string): Promise<readonly unknown[]> => {
      const answer = (await (await fetch(new URL(path, stage.url()))).json()) as Record<string, readonly unknown[]>
      return answer[member] ?? []
    }
    expect(await list('/api/budgets', 'budgets')).toHaveLength(3)
    expect(await list('/api/alerts/rules', 'rules')).toHaveLength(5)
    expect(await list('/api/sessions?pinned=only', 'sessions')).toHaveLength(2)
  })

  it('has lanes that wait, work, failed and finished, and one without an agent', async () => {
    expect(await lanesWhenOpen(stage.url())).toEqual([
      ['Search with typos (2)', hasTmux ? 'running' : 'idle', 'needs_you'],
      ['Search with typos', hasTmux ? 'running' : 'idle', 'your_turn'],
      ['Dutch postcodes', 'idle', 'done'],
      ['Search hits in bold', 'idle', 'done'],
      ['Gift cards', hasTmux ? 'running' : 'idle', 'needs_you'],
      ['Wishlist', hasTmux ? 'running' : 'idle', 'working'],
      ['Round shipping costs', 'idle', 'done'],
      ['Backport the rounding fix', 'failed', undefined],
      ['Export orders as CSV', 'idle', undefined],
    ])
  })

  it('has a lane to land, one with a conflict, a race, a pipeline and proof', async () => {
    const get = async <A>(path: string) => (await (await fetch(new URL(path, stage.url()))).json()) as A
    const decided = async () =>
      (await get<RouteAnswer<'GET /api/decisions'>>('/api/decisions')).decisions.map(({ kind, title }) => [kind, title])
    await until('what can be decided', async () => {
      const known = JSON.stringify(await decided())
      return known.includes('["land","Search hits in bold"]') && known.includes('["review","Dutch postcodes"]')
    })
    const { conflicts } = await get<RouteAnswer<'GET /api/lanes/:id/land'>>('/api/lanes/7/land')
    expect(conflicts).toEqual(['src/checkout/address.ts'])
    const [race] = (await get<RouteAnswer<'GET /api/races'>>('/api/races')).races
    const facts = await get<RouteAnswer<'GET /api/races/:id'>>(`/api/races/${race?.id}`)
    expect(facts.racers.map(({ state, changes }) => [state, changes?.files])).toEqual([
      ['rests', 2],
      ['waits', 1],
    ])
    const { features } = await get<RouteAnswer<'GET /api/lanes/:id/proof'>>('/api/lanes/5/proof')
    expect(features[0]?.groups).toEqual({ after: ['basket.png'], before: ['basket.png'] })
    const { lane } = await get<RouteAnswer<'GET /api/lanes/:id'>>('/api/lanes/5')
    expect(lane.pipeline_nodes.map(({ state }) => state)).toEqual(['done', 'done', 'active', 'pending', 'pending'])
  })

  it.skipIf(!hasTmux)('continues an agent whose question is answered in its pane', async () => {
    tmuxOf(dataDirIn(temporary))('send-keys', '-t', '=lane-5-0:', '1')
    await until('the answer', async () => (await situationIn(stage.url(), 5)) !== 'needs_you')
  })

  it("leaves the user's files alone and removes its own on stop", async () => {
    expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^switchyard-demo-/)])
    const { socket } = placeOf(dataDirIn(temporary))
    expect(existsSync(socket)).toBe(hasTmux)
    expect(await stage.service().stop()).toBe(0)
    expect(existsSync(socket)).toBe(false)
    expect(readdirSync(temporary)).toEqual([])
    expect(readdirSync(home)).toEqual([])
    expect(existsSync(stage.places.dataDir)).toBe(false)
    expect(readdirSync(stage.places.claudeHome)).toEqual(['projects'])
  })
})

describe('the demo when its port is in use', () => {
  it('uses another port', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as { port: number }
    const places = newPlaces()
    const service = await startProcess({ ...places.env, DASHBOARD_PORT: String(port) }, ['--demo'])
    expect(new URL(service.url).port).not.toBe(String(port))
    expect(await service.stop()).toBe(0)
    holder.close()
    places.remove()
  })
})

describe('the demo without tmux', () => {
  it('has the same lanes, whose agents have no panes', async () => {
    const places = newPlaces()
    const temporary = mkdtempSync(join(tmpdir(), 'switchyard-temporary-'))
    const bin = join(temporary, 'bin')
    mkdirSync(bin)
    for (const name of ['git', 'sh']) symlinkSync(execFileSync('which', [name]).toString().trim(), join(bin, name))
    const service = await startProcess({ ...places.env, PATH: bin }, ['--demo'])
    const lanes = await lanesWhenOpen(service.url)
    expect(lanes.map(([, status]) => status)).toEqual([...Array(7).fill('idle'), 'failed', 'idle'])
    expect(await service.stop()).toBe(0)
    places.remove()
    rmSync(temporary, { recursive: true })
  })
})
