import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../src/http/contract/index.js'
import { findClis } from '../../support/agents/clis.js'
import { agentsInLanes } from '../../support/agents/in-lanes.js'
import { until } from '../../support/agents/until.js'
import type { SessionSeen } from '../../support/agents/watched.js'
import { newShop } from '../../support/stack/shop.js'
import { scripted } from '../../support/stub-model/script.js'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const clis = findClis()
const service = agentsInLanes(clis)
const { home, env, get, post } = service

/** Adds to a JSON file of the CLI's settings. */
const amend = (name: string, members: object): void => {
  const path = join(home().claudeHome, name)
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), ...members }))
}

describe.skipIf(clis === null)('a real agent in a lane', () => {
  it('declares its stages, stores proof, holds a lock and brings its stack up through MCP', async () => {
    const { project, dataDir } = home()
    await service.service().kill()
    await service.restart({ ...env(), DASHBOARD_PIPELINES_DIR: join(ROOT, 'docs', 'pipelines') })
    const args = [join(ROOT, 'dist', 'cli.js'), 'mcp']
    amend('.claude.json', {
      mcpServers: { switchyard: { type: 'stdio', command: process.execPath, args, env: { SVC_DATA_DIR: dataDir } } },
    })
    amend('settings.json', { permissions: { allow: ['mcp__switchyard'], defaultMode: 'default' } })
    newShop(project)
    writeFileSync(join(project, 'shop.png'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    const { lane } = await post('/api/lanes', { cwd: project, pipeline: 'feature' })
    const lane_id = lane.id
    const call = (tool: string, input: object) => ({ tool: `mcp__switchyard__${tool}`, input })
    const prompt = scripted('show the shop', [
      // The prompt is sent before the server of the tools runs.
      { tool: 'WaitForMcpServers', input: {} },
      call('activate_feature', { slug: 'shop' }),
      call('declare_stage', { lane_id, stage: 'plan', result: 'pass' }),
      call('acquire_lock', { name: 'port:web' }),
      call('stack_up', { lane_id }),
      call('attach_proof', { path: join(project, 'shop.png'), group: 'after' }),
      call('declare_stage', { lane_id, stage: 'test', result: 'pass', evidence: ['proof/shop/after/shop.png'] }),
      { text: 'shown' },
    ])
    const { run_id } = await post(`/api/lanes/${lane_id}/start`, { prompt, permissionMode: 'default' })
    await until('the end of the turn', async () => {
      const { sessions } = await get<{ sessions: readonly SessionSeen[] }>('/api/sessions')
      return sessions.some(({ situation, headline }) => situation === 'your_turn' && headline?.text === 'shown')
    })

    const shown = await get<RouteAnswer<'GET /api/lanes/:id'>>(`/api/lanes/${lane_id}`)
    expect(shown.lane).toMatchObject({ feature_slug: 'shop', stage: 'test' })
    expect(shown.lane.stages).toMatchObject({
      plan: { result: 'pass' },
      test: { evidence: ['proof/shop/after/shop.png'] },
    })
    expect((await get<{ locks: object[] }>('/api/locks')).locks).toMatchObject([{ name: 'port:web', holder: run_id }])
    expect(await get(`/api/lanes/${lane_id}/runtime`)).toMatchObject({ up: true, healthy: true, slot: 1 })
    expect((await get<{ features: object[] }>(`/api/lanes/${lane_id}/proof`)).features).toMatchObject([
      { slug: 'shop', groups: { after: ['shop.png'] } },
    ])
    const { killed } = await post<{ killed: readonly number[] }>(`/api/lanes/${lane_id}/down`)
    expect(killed).toHaveLength(1)
  }, 180_000)
})
