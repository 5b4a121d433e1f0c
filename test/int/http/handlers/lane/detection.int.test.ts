import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'

interface LaneRow {
  readonly id: number
  readonly stage: string | null
  readonly detected_stage: string | null
  readonly detected_signal: string | null
  readonly pipeline_nodes: readonly { readonly id: string; readonly state: string; readonly detected: boolean }[]
}

const FEATURE = {
  nodes: [
    { id: 'build', detect: [{ tool: 'Edit', contains: 'edit' }] },
    { id: 'test', detect: [{ contains: 'npm test' }] },
  ],
}

let app: App
let root: string
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-detection-')))
  mkdirSync(join(root, 'pipelines'))
  mkdirSync(join(root, 'shop', 'cart'), { recursive: true })
  writeFileSync(join(root, 'pipelines', 'feature.json'), JSON.stringify(FEATURE))
  app = await startApp({ DASHBOARD_PIPELINES_DIR: join(root, 'pipelines') }, root)
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const laneAt = async (pipeline: string, ...path: readonly string[]): Promise<number> => {
  const body = { cwd: join(root, ...path), pipeline }
  return (await app.send<{ lane: LaneRow }>('/api/lanes', { method: 'POST', body })).json.lane.id
}
const read = async (id: number) => (await app.get<{ lane: LaneRow }>(`/api/lanes/${id}`)).lane
const uses = (session_id: string, tool_name: string, tool_input: object, more: object = {}) =>
  app.hook('PreToolUse', { session_id, tool_name, tool_input, ...more })

describe('the detected stage of a lane', () => {
  it('follows the tool calls of the sessions in its directory, and never changes the declared stage', async () => {
    const lane = await laneAt('feature', 'shop')
    const inLane = { cwd: join(root, 'shop', 'cart') }
    await uses('one', 'Edit', { file_path: 'a.ts' }, inLane)
    await until('the detection', async () => (await read(lane)).detected_stage === 'build')
    await uses('one', 'Bash', { command: 'npm test' }, inLane)
    await until('the detection', async () => (await read(lane)).detected_stage === 'test')
    const { stage, detected_signal, pipeline_nodes } = await read(lane)
    expect([stage, detected_signal]).toEqual([null, 'Bash: npm test'])
    expect(pipeline_nodes.map(({ state, detected }) => `${state} ${String(detected)}`)).toEqual([
      'pending true',
      'pending true',
    ])
  })

  it('follows sessions whose hooks name no directory', async () => {
    const lane = await laneAt('feature', 'shop')
    await app.hook('SessionStart', { session_id: 'one', cwd: join(root, 'shop') })
    await uses('one', 'Edit', {})
    await until('the detection', async () => (await read(lane)).detected_stage === 'build')
  })

  it('ignores sessions elsewhere, lanes below, and lanes without rules', async () => {
    const shop = await laneAt('feature', 'shop')
    const cart = await laneAt('default', 'shop', 'cart')
    await uses('one', 'Bash', { command: 'npm test' }, { cwd: root })
    await uses('two', 'Bash', { command: 'npm test' }, { cwd: join(root, 'shop', 'cart') })
    await uses('three', 'Bash', { command: 'npm test' }, { cwd: join(root, 'shop-old') })
    await uses('four', 'Edit', {}, { cwd: join(root, 'shop') })
    await until('the detection', async () => (await read(shop)).detected_stage !== null)
    expect([(await read(shop)).detected_stage, (await read(cart)).detected_stage]).toEqual(['build', null])
  })
})
