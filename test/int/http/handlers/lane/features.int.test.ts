import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_FILE } from '../../../../../src/adapters/sqlite/open.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'

interface State {
  readonly id: number
  readonly stage: string | null
  readonly progress: number
  readonly updated_at: string
  readonly [member: string]: unknown
}
interface Feature extends State {
  readonly slug: string
  readonly title: string
  readonly archived_at: string | null
}
interface Answer {
  readonly lane: State
  readonly feature: Feature
  readonly error?: { readonly code: string }
}

const PIPELINES = join(import.meta.dirname, '../../../../../docs/pipelines')

let app: App
let root: string
let lane: number
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-features-')))
  app = await startApp({ DASHBOARD_PIPELINES_DIR: PIPELINES }, root)
  lane = (await send('POST', '/api/lanes/ensure', { cwd: root, title: 'Shop', pipeline: 'feature' })).lane.id
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const send = async (method: string, path: string, body: unknown) =>
  (await app.send<Answer>(path, { method, body })).json
const declare = (body: object) => send('POST', `/api/lanes/${lane}/stage`, body)
const patch = (body: object) => send('PATCH', `/api/lanes/${lane}`, body)
const activate = (slug: string, more: object = {}) =>
  send('POST', `/api/lanes/${lane}/features/activate`, { slug, ...more })
const features = async () => (await app.get<{ features: Feature[] }>(`/api/lanes/${lane}/features`)).features
const feature = (slug: string) => app.get<Answer>(`/api/lanes/${lane}/features/${slug}`)

describe('the features of a lane', () => {
  it('are none until one is activated, which continues what the lane has', async () => {
    expect(await features()).toEqual([])
    await declare({ stage: 'plan', evidence: ['plan.md'] })
    const first = await activate('feat/Cart total', { title: 'Cart' })
    expect(first.feature).toMatchObject({
      slug: 'Cart-total',
      title: 'Cart',
      stage: 'plan',
      archived_at: null,
      lane_id: lane,
    })
    expect(first.lane).toMatchObject({ feature_slug: 'Cart-total', stage: 'plan', title: 'Shop' })
  })

  it('keep their own state while another one is active', async () => {
    await activate('cart')
    await declare({ stage: 'review', result: 'fail', ci_status: 'red' })
    await patch({ links: { ticket: 'SHOP-1' }, notes: 'ask Ben', pipeline: 'bugfix' })
    const fresh = await activate('search')
    expect(fresh.lane).toMatchObject({
      feature_slug: 'search',
      stage: null,
      stages: {},
      links: {},
      notes: null,
      ci_status: null,
      pipeline: 'bugfix',
      progress: 0,
    })
    await patch({ pipeline: 'feature' })
    await declare({ stage: 'plan' })
    const archived = (await feature('cart')).feature
    expect(archived).toMatchObject({ stage: 'review', pipeline: 'bugfix', pipeline_name: 'Bug fix', ci_status: 'red' })
    expect(archived.archived_at).not.toBeNull()
    expect((await features()).map(({ slug, stage }) => [slug, stage])).toEqual([
      ['search', 'plan'],
      ['cart', 'review'],
    ])
    const restored = await activate('feat/cart', { title: 'Cart' })
    expect(restored.lane).toMatchObject({
      feature_slug: 'cart',
      stage: 'review',
      stages: { review: { result: 'fail' } },
      links: { ticket: 'SHOP-1' },
      notes: 'ask Ben',
      ci_status: 'red',
      pipeline: 'bugfix',
    })
    expect(restored.feature).toMatchObject({ title: 'Cart', archived_at: null })
    expect((await feature('search')).feature).toMatchObject({ stage: 'plan', title: 'search', pipeline: 'feature' })
  })

  it('do not change when the active one is activated', async () => {
    const before = await activate('cart')
    expect(await activate('feat/cart', { title: 'Other' })).toEqual(before)
  })

  it('are found by any form of their slug, and refused if the lane has none with it', async () => {
    await activate('fix/cart')
    expect((await feature(encodeURIComponent('feat/fix/cart'))).feature.slug).toBe('fix-cart')
    expect((await feature('none')).error?.code).toBe('ENOFEATURE')
    expect((await activate('feat/')).error?.code).toBe('EBADSLUG')
  })

  it('have passes of their own through a template', async () => {
    await declare({ stage: 'build' })
    await activate('cart')
    await declare({ stage: 'test' })
    await activate('search')
    await declare({ stage: 'plan' })
    await activate('cart')
    await declare({ stage: 'review' })
    const { pipelines } = await app.get<{ pipelines: { runs: number; nodes: { id: string; entered: number }[] }[] }>(
      '/api/lanes/pipeline-stats',
    )
    expect(pipelines[0]?.runs).toBe(2)
    expect(pipelines[0]?.nodes.filter(({ entered }) => entered > 0).map(({ id }) => id)).toEqual(['build', 'test'])
  })

  it('survive a rebuild of the tables', async () => {
    await activate('cart')
    await declare({ stage: 'review', result: 'pass' })
    await activate('search')
    const before = await features()
    await app.close()
    const database = new Database(join(root, 'data', DATABASE_FILE))
    database.exec(`update projection_state set version = version - 1 where name in ('lane', 'stage')`)
    database.close()
    app = await startApp({ DASHBOARD_PIPELINES_DIR: PIPELINES }, root)
    await until('the tables', async () => !('rebuilding' in (await app.get('/api/health'))))
    expect(await features()).toEqual(before)
    expect((await activate('cart')).lane.stage).toBe('review')
  })
})
