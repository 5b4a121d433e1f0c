import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DATABASE_FILE } from '../../../../../src/adapters/sqlite/open.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { listenTo } from '../../../../support/service/listener.js'

interface Node {
  readonly id: string
  readonly state: string
  readonly current: boolean
}
interface LaneRow {
  readonly id: number
  readonly pipeline_name: string
  readonly pipeline_nodes: readonly Node[]
  readonly progress: number
  readonly stage: string | null
  readonly stages: Readonly<Record<string, { readonly result: string; readonly evidence: readonly string[] }>>
  readonly [member: string]: unknown
}
interface Answer {
  readonly lane: LaneRow
  readonly error?: { readonly code: string; readonly stages?: readonly string[] }
}

const FEATURE = {
  name: 'Feature',
  nodes: [{ id: 'plan' }, { id: 'build', aliases: ['code'] }, { id: 'review', gate: true }],
}
const HOTFIX = { name: 'Hotfix', nodes: [{ id: 'build' }, { id: 'ship', label: 'Ship it', icon: 'rocket' }] }

let app: App
let root: string
let templates: string
const environment = () => ({ DASHBOARD_PIPELINES_DIR: templates })
/** Replaces a file as editors do. */
const install = (name: string, text: string): void => {
  const beside = join(root, 'beside')
  writeFileSync(beside, text)
  renameSync(beside, join(templates, name))
}
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-pipelines-')))
  templates = join(root, 'pipelines')
  mkdirSync(templates)
  install('feature.json', JSON.stringify(FEATURE))
  app = await startApp(environment(), root)
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const send = async (method: string, path: string, body: unknown) => {
  const { status, json } = await app.send<Answer>(path, { method, body })
  return { status, ...json }
}
const laneAt = async (name: string, pipeline = 'feature'): Promise<LaneRow> =>
  (await send('POST', '/api/lanes/ensure', { cwd: join(root, name), exact: true, pipeline })).lane
const declare = ({ id }: LaneRow, body: object) => send('POST', `/api/lanes/${id}/stage`, body)
const read = async ({ id }: LaneRow) => (await app.get<Answer>(`/api/lanes/${id}`)).lane
const states = ({ pipeline_nodes }: LaneRow) => pipeline_nodes.map(({ id, state }) => `${id} ${state}`)
const pipelines = async () =>
  (await app.get<{ pipelines: { id: string; name: string }[] }>('/api/lanes/pipelines')).pipelines

describe('the templates of pipelines', () => {
  it('are listed without their rules, and without the default pipeline', async () => {
    const node = { icon: null, gate: false, aliases: [] }
    expect(await pipelines()).toEqual([
      {
        id: 'feature',
        name: 'Feature',
        nodes: [
          { ...node, id: 'plan', label: 'plan' },
          { ...node, id: 'build', label: 'build', aliases: ['code'] },
          { ...node, id: 'review', label: 'review', gate: true },
        ],
      },
    ])
  })

  it('are read again when a file changes, and clients are asked to read again', async () => {
    const listener = await listenTo(app.url)
    install('hotfix.json', JSON.stringify(HOTFIX))
    await until('the new template', async () => (await pipelines()).length === 2)
    await until('the message', () => listener.messages.some(({ type }) => type === 'resync'))
    install('feature.json', JSON.stringify({ ...FEATURE, name: 'New name' }))
    await until('the new name', async () => (await pipelines())[0]?.name === 'New name')
    rmSync(join(templates, 'feature.json'))
    await until('the deletion', async () => (await pipelines()).length === 1)
    await listener.close()
  })

  it('are skipped if they are wrong, with one line that names the file and the place', async () => {
    install('broken.json', '{\n  "nodes": [\n    { "id": "a" },,\n  ]\n}')
    install('wrong.json', '{\n  "nodes": [\n    { "id": "a", "gate": "yes" }\n  ]\n}')
    install('deep.json', '['.repeat(200_000))
    install('large.json', ' '.repeat(5_000_000))
    install('Upper.json', JSON.stringify(HOTFIX))
    install('default.json', JSON.stringify(HOTFIX))
    mkdirSync(join(templates, 'folder.json'))
    install('hotfix.json', JSON.stringify(HOTFIX))
    await until('the last file', async () => (await pipelines()).some(({ id }) => id === 'hotfix'))
    await until('the complaints', () => app.complaints.length >= 7)
    install('hotfix.json', JSON.stringify({ ...HOTFIX, name: 'New name' }))
    await until('the new name', async () => (await pipelines()).some(({ name }) => name === 'New name'))
    const of = (name: string) => app.complaints.filter((line) => line.includes(join(templates, name)))
    expect(of('broken.json')).toEqual([expect.stringContaining('line 3, column 19: ValueExpected')])
    expect(of('wrong.json')).toEqual([
      expect.stringContaining('line 3, column 26: nodes[0].gate must be true or false'),
    ])
    for (const name of ['deep.json', 'large.json', 'Upper.json', 'default.json', 'folder.json'])
      expect(of(name), name).toHaveLength(1)
    expect((await pipelines()).map(({ id }) => id)).toEqual(['feature', 'hotfix'])
  })

  it('change what a lane shows, and never what is recorded', async () => {
    const lane = await laneAt('shop')
    await declare(lane, { stage: 'plan', evidence: ['plan.md'] })
    await declare(lane, { stage: 'build' })
    install(
      'feature.json',
      JSON.stringify({ name: 'Shorter', nodes: [{ id: 'make', label: 'Make', aliases: ['build'] }] }),
    )
    await until('the change', async () => (await read(lane)).pipeline_name === 'Shorter')
    const shorter = await read(lane)
    expect([states(shorter), shorter.progress, shorter.stage]).toEqual([['make active'], 1, 'build'])
    rmSync(join(templates, 'feature.json'))
    await until('the deletion', async () => (await read(lane)).pipeline_nodes.length === 0)
    expect((await declare(lane, { stage: 'build' })).error).toMatchObject({ code: 'ENOPIPELINE', stages: [] })
    install('feature.json', JSON.stringify(FEATURE))
    await until('the old template', async () => (await read(lane)).pipeline_nodes.length === 3)
    expect(states(await read(lane))).toEqual(['plan done', 'build active', 'review pending'])
  })
})

describe('the pipeline of a lane', () => {
  it('is chosen when the lane is created', async () => {
    const lane = await laneAt('shop')
    expect([lane.pipeline, lane.pipeline_name, lane.progress]).toEqual(['feature', 'Feature', 0])
    expect(states(lane)).toEqual(['plan pending', 'build pending', 'review pending'])
    const body = { cwd: join(root, 'cart'), pipeline: 'none' }
    expect((await send('POST', '/api/lanes/ensure', body)).error?.code).toBe('EBADPIPELINE')
  })

  it('has no stages by default', async () => {
    const lane = await laneAt('shop', 'default')
    expect([lane.pipeline_nodes, lane.progress]).toEqual([[], 0])
    const refused = await declare(lane, { stage: 'plan' })
    expect([refused.status, refused.error]).toMatchObject([400, { code: 'ENOPIPELINE', stages: [] }])
  })

  it('is switched to another, where the declared stage is resolved again', async () => {
    install('hotfix.json', JSON.stringify(HOTFIX))
    await until('the template', async () => (await pipelines()).length === 2)
    const lane = await laneAt('shop')
    await declare(lane, { stage: 'build' })
    const patch = (pipeline: string) => send('PATCH', `/api/lanes/${lane.id}`, { pipeline })
    const onHotfix = (await patch('hotfix')).lane
    expect([states(onHotfix), onHotfix.progress]).toEqual([['build active', 'ship pending'], 0.5])
    await declare(lane, { stage: 'ship' })
    const back = (await patch('feature')).lane
    expect([back.stage, back.progress, back.pipeline_nodes.some(({ current }) => current)]).toEqual(['ship', 0, false])
    expect((await patch('none')).error?.code).toBe('EBADPIPELINE')
    expect((await patch('default')).lane.pipeline_nodes).toEqual([])
  })
})

describe('declaring a stage', () => {
  it('moves the lane, records results, and answers with the lane', async () => {
    const lane = await laneAt('shop')
    const planned = await declare(lane, { stage: 'plan', result: 'pass', evidence: ['docs/plan.md'] })
    expect([planned.status, planned.lane.stage, planned.lane.progress]).toEqual([200, 'plan', 1 / 3])
    expect(planned.lane.stages).toMatchObject({
      plan: { result: 'pass', evidence: ['docs/plan.md'], source: 'declared', at: planned.lane.stage_since },
    })
    await declare(lane, { stage: 'code' })
    const reviewed = await declare(lane, { stage: 'review', result: 'fail', ci_status: 'red', qc_dev: 2 })
    expect(reviewed.lane).toMatchObject({
      stage: 'review',
      progress: 1,
      ci_status: 'red',
      qc_dev: 2,
      gate_decision: null,
    })
    expect(states(reviewed.lane)).toEqual(['plan done', 'build done', 'review failed'])
    expect(await read(lane)).toEqual(reviewed.lane)
    const again = await declare(lane, { stage: 'review', result: 'pass' })
    expect(states(again.lane)).toEqual(['plan done', 'build done', 'review passed-no-evidence'])
    expect(again.lane.stage_since).toBe(reviewed.lane.stage_since)
    const back = await declare(lane, { stage: 'build' })
    expect(states(back.lane)).toEqual(['plan done', 'build active', 'review pending'])
  })

  it('names the valid stages when it is refused, and records nothing', async () => {
    const lane = await laneAt('shop')
    const refused = await declare(lane, { stage: 'deploy' })
    expect([refused.status, refused.error]).toMatchObject([
      400,
      { code: 'EBADSTAGE', stages: ['plan', 'build', 'review'] },
    ])
    expect(await read(lane)).toEqual(lane)
    expect((await send('POST', '/api/workspaces/999/stage', { stage: 'plan' })).error?.code).toBe('ENOLANE')
  })

  it('is announced with the nodes of the pipeline', async () => {
    const lane = await laneAt('shop')
    const listener = await listenTo(app.url)
    const declared = await declare(lane, { stage: 'build' })
    const messages = () => listener.messages.flatMap((one) => (one.type === 'lane_update' ? [one.data] : []))
    await until('the message', () => messages().length > 0)
    expect(messages().at(-1)).toEqual({ lane: { ...declared.lane, panes: [] } })
    await listener.close()
  })

  it('survives a rebuild of the tables', async () => {
    const lane = await laneAt('shop')
    await declare(lane, { stage: 'plan', evidence: ['plan.md'] })
    await declare(lane, { stage: 'review', result: 'fail', gate_decision: 'rejected' })
    const { lane: before } = await declare(lane, { stage: 'build' })
    await app.close()
    const database = new Database(join(root, 'data', DATABASE_FILE))
    database.exec(`update projection_state set version = version - 1 where name = 'lane'`)
    database.close()
    app = await startApp(environment(), root)
    await until('the tables', async () => !('rebuilding' in (await app.get('/api/health'))))
    expect(await read(lane)).toEqual(before)
  })
})

describe('the history of stages', () => {
  interface Page {
    readonly items: readonly {
      readonly id: number
      readonly stage: string
      readonly move: string
      readonly pass: number
    }[]
    readonly next: number | null
  }
  interface Statistics {
    readonly pipelines: readonly {
      readonly id: string
      readonly runs: number
      readonly nodes: readonly { readonly id: string; readonly entered: number; readonly rework: number }[]
    }[]
    readonly lanes: readonly { readonly id: number }[]
  }
  const statistics = (lane: number | string) => app.get<Statistics>(`/api/lanes/pipeline-stats?lane=${lane}`)

  it('is read in pages, the newest first', async () => {
    const lane = await laneAt('shop')
    for (const stage of ['plan', 'build', 'build', 'plan']) await declare(lane, { stage })
    const path = `/api/lanes/${lane.id}/stage-events?limit=3`
    const first = await app.get<Page>(path)
    expect(first.items.map(({ stage, move, pass }) => `${stage} ${move} ${pass}`)).toEqual([
      'plan back 2',
      'build stay 1',
      'build forward 1',
    ])
    const second = await app.get<Page>(`${path}&before=${first.next}`)
    expect([second.items.map(({ stage, move }) => `${stage} ${move}`), second.next]).toEqual([['plan start'], null])
  })

  it('is counted for one lane or for all, and pipelines are listed before they are used', async () => {
    const [shop, cart] = [await laneAt('shop'), await laneAt('cart')]
    expect((await statistics('all')).pipelines).toMatchObject([
      { id: 'feature', runs: 0, nodes: [{ entered: 0 }, {}, {}] },
    ])
    await declare(shop, { stage: 'plan' })
    await declare(shop, { stage: 'build' })
    await declare(shop, { stage: 'plan' })
    await declare(cart, { stage: 'plan', result: 'fail' })
    const all = await statistics('all')
    expect(all.pipelines).toMatchObject([
      { id: 'feature', runs: 3, nodes: [{ entered: 2, failed: 1, rework: 1 }, {}, {}] },
    ])
    expect((await statistics(cart.id)).pipelines).toMatchObject([
      { runs: 1, nodes: [{ entered: 1, rework: 0 }, {}, {}] },
    ])
    expect(new Set((await statistics(cart.id)).lanes.map(({ id }) => id))).toEqual(new Set([shop.id, cart.id]))
    expect((await statistics(999)).pipelines).toEqual([])
    await app.send(`/api/lanes/${cart.id}`, { method: 'DELETE' })
    expect((await statistics(cart.id)).pipelines).toEqual([])
    expect((await statistics('all')).pipelines).toEqual(all.pipelines)
  })
})
