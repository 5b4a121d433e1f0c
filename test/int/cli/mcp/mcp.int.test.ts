import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { writeScriptedAgent } from '../../../support/agents/scripted-agent.js'
import { writeTranscripts } from '../../../support/pricing/account.js'
import { repositoryAt } from '../../../support/git/repository.js'
import { type App, startApp } from '../../../support/service/app.js'
import { countLogged } from '../../../support/service/log.js'
import { newShop } from '../../../support/stack/shop.js'
import { endServer, hasTmux } from '../../../support/tmux/panes.js'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const PAID = '11111111-1111-4111-8111-111111111111'
const CHANGING: readonly string[] = [
  'declare_stage',
  'start_run',
  'message_agent',
  'stack_up',
  'stack_down',
  'run_hook',
  'activate_feature',
  'attach_proof',
  'acquire_lock',
  'release_lock',
]
const TOKEN = 'a token of this test'
/** The start of an image, which is all that is checked. */
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

interface LaneMade {
  readonly lane: { readonly id: number }
}

interface Answered {
  readonly isError: boolean
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

interface Agent {
  readonly client: Client
  readonly call: (name: string, input?: Record<string, unknown>) => Promise<Answered>
}

/** Connects the client of the SDK to the command as a child process. */
const connect = async (dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<Agent> => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--import', 'tsx', join(ROOT, 'src', 'cli.ts'), 'mcp'],
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', SVC_DATA_DIR: dataDir, TZ: 'UTC', ...env },
    }),
  )
  return {
    client,
    call: async (name, input = {}) => {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: input })
      const [first] = content as readonly { readonly text: string }[]
      return { isError: isError === true, text: first?.text ?? '', data: (structuredContent ?? {}) as Answered['data'] }
    },
  }
}

let app: App
let folder: string
let agent: Agent
const headers = { 'x-dashboard-token': TOKEN }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-mcp-'))
  writeTranscripts(join(folder, 'claude'), [
    { session: PAID, model: 'claude-sonnet-4-5', at: '2026-11-01T10:00:00.000Z', input: 1_000_000, output: 1000 },
    { session: PAID, agent: 'a1', model: 'claude-opus-4-8', at: '2026-11-02T10:00:00.000Z', output: 100_000 },
  ])
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'shop'))
  writeScriptedAgent(join(folder, 'bin', 'claude'))
  app = await startApp(
    {
      DASHBOARD_TOKEN: TOKEN,
      DASHBOARD_PIPELINES_DIR: join(ROOT, 'docs', 'pipelines'),
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      HOME: folder,
    },
    folder,
  )
  await app.imported
  await app.hook('UserPromptSubmit', { session_id: 'asks', prompt: 'Find the needle in the haystack' })
  await app.hook('PermissionRequest', { session_id: 'asks', tool_name: 'Bash', tool_input: { command: 'rm needle' } })
  await app.settled()
  agent = await connect(join(folder, 'data'), { DASHBOARD_TOKEN: TOKEN })
})
afterAll(async () => {
  await agent.client.close()
  await app.close()
  if (hasTmux) endServer(join(folder, 'data'))
  rmSync(folder, { recursive: true, force: true })
})

describe('the MCP tools', () => {
  it('say which of them change something', async () => {
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'waiting_sessions',
      'session_summary',
      'cost_so_far',
      'search_events',
      'lanes',
      'lane_state',
      'declare_stage',
      'start_run',
      'message_agent',
      'stack_runtime',
      'stack_up',
      'stack_down',
      'run_hook',
      'stack_log',
      'review_comments',
      'landing_checks',
      'activate_feature',
      'attach_proof',
      'acquire_lock',
      'release_lock',
    ])
    for (const { name, annotations, inputSchema, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: !CHANGING.includes(name), destructiveHint: false })
      expect([inputSchema.type, (description ?? '').length > 20]).toEqual(['object', true])
    }
  })

  it('do not write to the log', async () => {
    const before = countLogged(join(folder, 'data'))
    await agent.call('waiting_sessions')
    await agent.call('session_summary', { session_id: 'asks' })
    await agent.call('cost_so_far')
    await agent.call('search_events', { query: 'needle' })
    await agent.call('lanes')
    expect(countLogged(join(folder, 'data'))).toBe(before)
  })
})

describe('the results', () => {
  it('list waiting sessions with the reason', async () => {
    const { data } = await agent.call('waiting_sessions')
    expect(data).toMatchObject({
      total: 1,
      sessions: [{ session_id: 'asks', situation: 'needs_you', said: { kind: 'permission', tool: 'Bash' } }],
    })
  })

  it('summarize a session with its cost', async () => {
    const { session } = (await app.send<RouteAnswer<'GET /api/sessions/:id'>>(`/api/sessions/${PAID}`, { headers }))
      .json
    const { data, text } = await agent.call('session_summary', { session_id: PAID })
    expect(data).toMatchObject({ session_id: PAID, cost_usd: session.cost, tokens: { input_tokens: 1_000_000 } })
    expect(session.cost).toBeGreaterThan(0)
    expect(JSON.parse(text)).toEqual(data)
  })

  it('report the same total and session costs as the API', async () => {
    const cost = (await app.send<RouteAnswer<'GET /api/pricing/cost'>>('/api/pricing/cost', { headers })).json
    const { data } = await agent.call('cost_so_far')
    expect(data).toMatchObject({ total_usd: cost.total_cost, last_days: cost.daily_costs })
    expect((await agent.call('cost_so_far', { session_id: PAID })).data).toMatchObject({ total_usd: cost.total_cost })
  })

  it('find events by text, up to the limit', async () => {
    const { data } = await agent.call('search_events', { query: 'needle', limit: 1 })
    expect(data).toMatchObject({ total: 2, events: [{ session_id: 'asks', type: 'PermissionRequest', tool: 'Bash' }] })
  })
})

describe('the tools for reviews', () => {
  it('list the comments that were sent, and what keeps a lane from landing', async () => {
    const shop = repositoryAt(join(folder, 'review'), { 'a.txt': 'a\n' })
    shop.git('checkout', '-q', '-b', 'work')
    shop.write('b.txt', 'b\n')
    const body = { cwd: shop.path, title: 'Review', base_branch: 'main' }
    const { lane } = (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', headers, body })).json
    const comment = { path: 'b.txt', line: 1, text: 'Why b?' }
    await app.send(`/api/lanes/${lane.id}/comments`, { method: 'POST', headers, body: comment })
    // A draft is not meant for the agent yet.
    expect((await agent.call('review_comments', { lane_id: lane.id })).data).toEqual({ total: 0, comments: [] })
    expect((await agent.call('landing_checks', { lane_id: lane.id })).data).toMatchObject({
      verdict: 'refused',
      base: 'main',
      uncommitted: 1,
      conflicts: [],
    })
    await app.send(`/api/lanes/${lane.id}`, { method: 'DELETE', headers })
  })
})

describe.skipIf(!hasTmux)('the tools for lanes', () => {
  it('start an agent in a lane, and report what it waits for', async () => {
    const body = { cwd: join(folder, 'shop'), title: 'Shop' }
    const { lane } = (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', headers, body })).json
    const { lanes } = (await agent.call('lanes')).data
    expect(lanes).toMatchObject([{ lane_id: lane.id, title: 'Shop', folder: body.cwd, status: 'idle' }])

    const input = { lane_id: lane.id, prompt: 'Fix the upload' }
    const { data } = await agent.call('start_run', input)
    expect(data).toMatchObject({ lane_id: lane.id, slot: 0, run_id: expect.stringMatching(/^run_/) })
    expect((await agent.call('lane_state', { lane_id: lane.id })).data).toMatchObject({
      status: 'running',
      slots: [{ slot: 0, run_id: data['run_id'], alive: true, session: null }],
    })
    expect(await agent.call('start_run', { ...input, slot: 0 })).toMatchObject({
      isError: true,
      text: expect.stringContaining('an agent runs in slot 0'),
    })
    const message = { lane_id: lane.id, text: 'Also on Node 20' }
    expect((await agent.call('message_agent', message)).data).toEqual({
      lane_id: lane.id,
      run_id: data['run_id'],
      slot: 0,
    })
    expect(await agent.call('message_agent', { ...message, slot: 5 })).toMatchObject({
      isError: true,
      text: expect.stringContaining('no agent runs in slot 5'),
    })

    const ofRun = { ...headers, 'x-svc-run': String(data['run_id']), 'x-svc-pid': '11' }
    const hook = (hook_type: string, members: object) =>
      app.send('/api/hooks', {
        method: 'POST',
        headers: ofRun,
        body: { hook_type, data: { session_id: 'in-lane', cwd: body.cwd, ...members } },
      })
    await hook('SessionStart', {})
    await hook('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'rm upload' } })
    await app.settled()
    expect((await agent.call('lane_state', { lane_id: lane.id })).data).toMatchObject({
      slots: [{ session: { session_id: 'in-lane', situation: 'needs_you', said: { kind: 'permission' } } }],
    })
  })

  it('declare the stage of a lane, or list its stages in the error', async () => {
    const made = { cwd: join(folder, 'staged'), pipeline: 'feature' }
    const { json } = await app.send<{ lane: { id: number } }>('/api/lanes/ensure', {
      method: 'POST',
      headers,
      body: made,
    })
    const lane_id = json.lane.id
    const { data } = await agent.call('declare_stage', {
      lane_id,
      stage: 'review',
      result: 'pass',
      evidence: ['pull/12'],
    })
    expect(data).toMatchObject({ lane_id, stage: 'review', progress: 0.8 })
    expect(data['stages']).toContainEqual({ id: 'review', gate: true, state: 'done' })
    const refused = await agent.call('declare_stage', { lane_id, stage: 'deploy' })
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('plan, build, test, review, merge')])
  })

  it('switch the feature of a lane, and store an image as its proof', async () => {
    const cwd = join(folder, 'shown')
    const { json } = await app.send<LaneMade>('/api/lanes/ensure', { method: 'POST', headers, body: { cwd } })
    const lane_id = json.lane.id
    const path = join(folder, 'basket.png')
    writeFileSync(path, PNG)
    const proof = { path, group: 'after', lane_id }
    expect(await agent.call('attach_proof', proof)).toMatchObject({
      isError: true,
      text: expect.stringMatching(/feature/),
    })
    const activated = await agent.call('activate_feature', { slug: 'feat/Gift cards', lane_id })
    expect(activated.data).toEqual({ lane_id, feature: 'Gift-cards', stage: null })
    const stored = { lane_id, feature: 'Gift-cards', group: 'after', file: 'basket.png' }
    const evidence = 'proof/Gift-cards/after/basket.png'
    expect((await agent.call('attach_proof', proof)).data).toEqual({ ...stored, evidence })
    const { features } = (
      await app.send<RouteAnswer<'GET /api/lanes/:id/proof'>>(`/api/lanes/${lane_id}/proof`, { headers })
    ).json
    expect(features).toMatchObject([{ slug: 'Gift-cards', groups: { after: ['basket.png'] } }])
    for (const wrong of [join(folder, 'missing.png'), folder, join(ROOT, 'package.json')]) {
      const { isError, text } = await agent.call('attach_proof', { ...proof, path: wrong })
      expect([isError, text]).toEqual([true, expect.stringContaining(wrong)])
    }
  })

  it('hold a lock for the run of the agent, so that another one cannot acquire it', async () => {
    const other = await connect(join(folder, 'data'), { DASHBOARD_TOKEN: TOKEN, SVC_RUN: 'run_other' })
    expect((await agent.call('acquire_lock', { name: 'db:migrate' })).data).toEqual({ acquired: true })
    expect((await agent.call('acquire_lock', { name: 'db:migrate' })).data).toEqual({ acquired: true })
    const refused = await other.call('acquire_lock', { name: 'db:migrate' })
    expect(refused.data).toMatchObject({ acquired: false, holder: expect.stringMatching(/^agent /) })
    expect(await other.call('release_lock', { name: 'db:migrate' })).toMatchObject({ isError: true })
    expect((await agent.call('release_lock', { name: 'db:migrate' })).data).toEqual({
      name: 'db:migrate',
      released: true,
    })
    expect((await other.call('acquire_lock', { name: 'db:migrate' })).data).toEqual({ acquired: true })
    expect((await agent.call('acquire_lock', { name: 'db:migrate' })).data).toMatchObject({ holder: 'run_other' })
    await other.client.close()
  })

  it('bring the stack of a lane up and down, and run its hooks', async () => {
    const cwd = join(folder, 'stacked')
    mkdirSync(cwd)
    const base = newShop(cwd, { hooks: { seed: 'echo "seeded $1"; exit 4' } })
    const { json } = await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', headers, body: { cwd } })
    const lane_id = json.lane.id
    const up = await agent.call('stack_up', { lane_id })
    expect(up.data).toMatchObject({ slot: 1, healthy: true, ports: { WEB: { port: base + 1, listening: true } } })
    expect((await agent.call('stack_log', { lane_id, service: 'web' })).data).toMatchObject({ text: 'listening\n' })
    expect((await agent.call('run_hook', { lane_id, hook: 'seed', args: ['a b'] })).data).toMatchObject({
      end: 'exited',
      code: 4,
      output: 'seeded a b',
    })
    expect((await agent.call('stack_down', { lane_id })).data).toEqual({
      lane_id,
      ended_processes: [expect.any(Number)],
    })
    expect((await agent.call('stack_runtime', { lane_id })).data).toMatchObject({ slot: null, up: false })
    expect(await agent.call('run_hook', { lane_id, hook: 'seed' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('bring it up first'),
    })
  })

  it('report a lane that does not exist', async () => {
    const input = { lane_id: 999, prompt: 'x', stage: 'plan', text: 'x', hook: 'seed' }
    const started = ['lane_state', 'declare_stage', 'start_run', 'message_agent']
    for (const name of [...started, 'stack_runtime', 'stack_up', 'stack_down', 'run_hook']) {
      const { isError, text } = await agent.call(name, input)
      expect([isError, text]).toEqual([true, expect.stringContaining('not found')])
    }
  })
})

describe('an error', () => {
  it.each([
    ['session_summary', { session_id: 'nobody' }, 'session not found'],
    ['session_summary', { session_id: '../settings/info' }, 'dot segments'],
    ['session_summary', {}, 'session_id'],
    ['search_events', { query: 'x', limit: 1000 }, 'limit'],
    ['delete_session', { session_id: 'asks' }, 'delete_session'],
  ])('of %s %j is reported in its text', async (name, input, named) => {
    const { isError, text } = await agent.call(name, input)
    expect([isError, text]).toEqual([true, expect.stringContaining(named)])
  })

  it('is returned while the service is not running, and not after it starts', async () => {
    const late = mkdtempSync(join(tmpdir(), 'switchyard-mcp-late-'))
    const early = await connect(join(late, 'data'))
    const { isError, text } = await early.call('waiting_sessions')
    expect([isError, text]).toEqual([true, expect.stringContaining('not running')])
    const started = await startApp({}, late)
    expect((await early.call('waiting_sessions')).data).toEqual({ total: 0, sessions: [] })
    await early.client.close()
    await started.close()
    rmSync(late, { recursive: true, force: true })
  })

  it('is returned without the token that the service requires', async () => {
    const stranger = await connect(join(folder, 'data'))
    const { isError, text } = await stranger.call('cost_so_far')
    expect([isError, text]).toEqual([true, expect.stringContaining('DASHBOARD_TOKEN')])
    await stranger.client.close()
  })
})
