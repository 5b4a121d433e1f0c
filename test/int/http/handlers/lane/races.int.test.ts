import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lanesCommand } from '../../../../../src/cli/lanes.js'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { writeScriptedAgent } from '../../../../support/agents/scripted-agent.js'
import { runHere } from '../../../../support/cli/run.js'
import { until } from '../../../../support/agents/until.js'
import { openedAt, repositoryAt } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { listenTo } from '../../../../support/service/listener.js'
import { endServer, hasTmux } from '../../../../support/tmux/panes.js'

type Started = RouteAnswer<'POST /api/races'> & { readonly error?: { readonly code: string } }
type Shown = RouteAnswer<'GET /api/races/:id'>
type Kept = RouteAnswer<'POST /api/races/:id/keep'> & { readonly error?: { readonly code: string } }

const PROMPT = 'Accept small typos in the search. Exact hits stay fast.'
const AGENTS = [{ tool: 'cli_a', model: 'opus', effort: 'high' }, { tool: 'cli_a' }]

let app: App
let root: string
let repo: string
const post = async <A>(path: string, body: object) => (await app.send<A>(path, { method: 'POST', body })).json
const start = (body: object = {}) => post<Started>('/api/races', { repo, prompt: PROMPT, agents: AGENTS, ...body })
const shown = (id: string) => app.get<Shown>(`/api/races/${id}`)
const laneOf = async (id: number) => (await app.get<RouteAnswer<'GET /api/lanes/:id'>>(`/api/lanes/${id}`)).lane
const agentsIn = async (id: number) =>
  (await app.get<RouteAnswer<'GET /api/lanes/:id'>>(`/api/lanes/${id}`)).panes.filter(({ alive }) => alive).length
const idsOf = ({ race }: Pick<Started, 'race'>): readonly [number, number] => {
  const [first, second] = race.lanes.map(({ lane_id: id }) => id)
  return [first ?? 0, second ?? 0]
}
/** Lets an agent have said something for a dollar in the directory of a lane. */
const spend = async (lane: number): Promise<void> => {
  const about = { sessionId: `spent-${lane}`, cwd: (await laneOf(lane)).cwd, timestamp: new Date().toISOString() }
  const said = {
    id: `m-${lane}`,
    role: 'assistant',
    model: 'claude-opus-5',
    content: [{ type: 'text', text: 'Done' }],
    usage: { input_tokens: 0, output_tokens: 40_000 },
  }
  mkdirSync(join(app.claudeHome, 'projects', `lane-${lane}`), { recursive: true })
  writeFileSync(
    join(app.claudeHome, 'projects', `lane-${lane}`, `spent-${lane}.jsonl`),
    [
      { ...about, type: 'user', uuid: `a-${lane}`, message: { role: 'user', content: 'Sell umbrellas' } },
      { ...about, type: 'assistant', uuid: `b-${lane}`, message: said },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  )
  await post('/api/import/rescan', {})
  await app.settled()
}

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-race-')))
  mkdirSync(join(root, 'bin'))
  writeScriptedAgent(join(root, 'bin', 'claude'))
  repo = repositoryAt(join(root, 'shop'), { 'a.txt': 'a\n' }).path
  app = await startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' }, root)
})
afterEach(async () => {
  await app.close()
  if (hasTmux) endServer(join(root, 'data'))
  rmSync(root, { recursive: true, force: true })
})

describe.skipIf(!hasTmux)('a race', () => {
  it('starts each agent with the same prompt in a lane of its own, and compares what they did', async () => {
    const { race, refused } = await start({ limit_usd: 50 })
    expect(refused).toEqual([])
    expect(race).toMatchObject({
      title: 'Accept small typos in the search',
      repository: repo,
      base: 'main',
      limit_usd: 50,
      decided_at: null,
      lanes: [
        { branch: 'feat/accept-small-typos-search', model: 'opus', effort: 'high', archived: false },
        { title: 'Accept small typos in the search (2)', model: null, effort: null },
      ],
    })
    const [first, second] = idsOf({ race })
    const argv = (lane: number) =>
      until('the agent', () => {
        try {
          return readFileSync(join(root, `log.${lane}.0`), 'utf8')
        } catch {
          return false
        }
      })
    expect(await argv(first)).toContain('opus')
    expect(await argv(second)).toContain(PROMPT)
    expect(await shown(race.id)).toMatchObject({
      prompt: PROMPT,
      cost_usd: 0,
      racers: [
        { lane_id: first, state: 'starts', turns: 0 },
        { lane_id: second, state: 'starts', cost_usd: 0 },
      ],
    })
    openedAt((await laneOf(first)).cwd).commit({ 'a.txt': 'typos\n', 'b.txt': 'b\n' })
    await spend(first)
    const compared = await until('the changes', async () => {
      const now = await shown(race.id)
      return now.racers[0]?.changes?.files === 2 && now
    })
    expect(compared.cost_usd).toBe(1)
    expect(compared.racers[0]).toMatchObject({
      cost_usd: 1,
      turns: 1,
      changes: { added: 2, deleted: 1, uncommitted: 0 },
    })
    expect((await app.get<RouteAnswer<'GET /api/races'>>('/api/races')).races).toMatchObject([{ id: race.id }])
  })

  it('keeps one lane: the agents of the others are stopped and their lanes put away, with all their work', async () => {
    const listener = await listenTo(app.url, '')
    const { race } = await start()
    const [first, second] = idsOf({ race })
    const { cwd } = await laneOf(second)
    writeFileSync(join(cwd, 'draft.txt'), 'draft')
    const kept = await post<Kept>(`/api/races/${race.id}/keep`, { lane: first, why: 'small' })
    expect(kept).toMatchObject({ failed: [], race: { kept: first, why: 'small', lanes: [{}, { archived: true }] } })
    expect(kept.race.decided_at).not.toBeNull()
    expect((await laneOf(first)).archived_at).toBeNull()
    expect((await laneOf(second)).archived_at).not.toBeNull()
    expect([await agentsIn(first), await agentsIn(second)]).toEqual([1, 0])
    expect(readFileSync(join(cwd, 'draft.txt'), 'utf8')).toBe('draft')
    await until('the message', () => listener.of('race_update').some(({ data }) => data.race.kept === first))
    expect((await post<Kept>(`/api/races/${race.id}/keep`, { lane: first })).failed).toEqual([])
    expect((await post<Kept>(`/api/races/${race.id}/keep`, { lane: second })).error?.code).toBe('ERACE')
    await listener.close()
  })

  it('stops all agents once at its limit, and none that a user starts after it', async () => {
    const { race } = await start({ limit_usd: 0.5 })
    const [first, second] = idsOf({ race })
    await spend(first)
    await until('the stop', async () => (await agentsIn(first)) + (await agentsIn(second)) === 0)
    expect((await shown(race.id)).race).toMatchObject({ stopped_usd: 1, decided_at: null })
    await post(`/api/lanes/${second}/start`, {})
    await spend(second)
    await until('the cost', async () => (await shown(race.id)).cost_usd === 2)
    expect(await agentsIn(second)).toBe(1)
  })

  it('is started, compared and decided from the command line', async () => {
    vi.stubEnv('SVC_DATA_DIR', join(root, 'data'))
    vi.stubEnv('NO_COLOR', '1')
    const race = (...args: readonly string[]) => runHere([lanesCommand()], ['lanes', 'race', ...args])
    try {
      expect(await race()).toMatchObject({ code: 0, out: '', err: 'no race is open\n' })
      expect((await race('Round prices', '--repo', repo, '--agent', 'vim', '--agent', 'claude')).code).toBe(2)
      const started = await race('Round prices', '--repo', repo, '--agent', 'claude:opus:high', '--agent', 'claude')
      expect([started.code, started.err]).toEqual([0, '2 agents work on it: compare them with switchyard lanes race\n'])
      expect(started.out.split('\n')[0]).toMatch(/^\d+ Claude Code opus high on branch feat\/round-prices$/)
      const [first = ''] = started.out.split(' ')
      expect((await race()).out.split('\n')[0]).toContain(` ${first} Claude Code opus high, $0.00, `)
      expect((await race('--keep', '99')).code).toBe(1)
      expect(await race('--keep', first)).toMatchObject({
        code: 0,
        err: `lane ${first} is kept, and 1 put away with their files and branches\n`,
      })
      expect((await race()).err).toBe('no race is open\n')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('creates nothing if an agent cannot be started', async () => {
    for (const agents of [[{}], [{}, { tool: 'cli_z' }], [{}, { effort: 'huge' }]])
      expect((await start({ agents })).error?.code).toMatch(/^EBAD/)
    expect((await app.get<RouteAnswer<'GET /api/lanes'>>('/api/lanes')).lanes).toEqual([])
  })
})
