import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { until } from '../../../support/agents/until.js'
import { type App, startApp } from '../../../support/service/app.js'
import { listenTo } from '../../../support/service/listener.js'
import { readLogged } from '../../../support/service/log.js'

type Runs = RouteAnswer<'GET /api/workflows/runs'>
type Detail = RouteAnswer<'GET /api/workflows/runs/:runId'>
type Read = RouteAnswer<'GET /api/sessions/:id'>
type Page = RouteAnswer<'GET /api/sessions/:id/transcript'>

const ID = '11111111-1111-4111-8111-111111111111'
const RUN = 'wf_5a34661d-6a3'
const SECRET = 'the script of the workflow'

let folder: string
let app: App
let session: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-runs-'))
  session = join(folder, 'claude', 'projects', '-repo', ID)
  mkdirSync(session, { recursive: true })
  writeFileSync(`${session}.jsonl`, line({ type: 'user', message: { role: 'user', content: 'go' } }))
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

let lines = 0
const line = (more: object): string =>
  `${JSON.stringify({
    uuid: `u${(lines += 1)}`,
    sessionId: ID,
    cwd: '/repo',
    timestamp: new Date(Date.UTC(2026, 10, 1, 10) + lines * 1000).toISOString(),
    ...more,
  })}\n`

const put = (path: string, text: string): void => {
  const file = join(session, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
}
const launch = (run = RUN): void => put(`workflows/scripts/review-changes-${run}.js`, SECRET)
/** Writes the transcript of an agent of a run as the CLI does: its prompt and its replies. */
const inner = (run: string, agent: string, answer: string): void => {
  const common = { isSidechain: true, agentId: agent }
  const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 0 }
  const tool = { type: 'tool_use', id: `toolu_${agent}_0000000001`, name: 'Bash', input: { command: 'ls' } }
  const message = { id: `m-${run}-${agent}`, role: 'assistant', model: 'claude-sonnet-4-5', usage }
  put(
    `subagents/workflows/${run}/agent-${agent}.jsonl`,
    line({ ...common, type: 'user', message: { role: 'user', content: `look at ${agent}` } }) +
      line({ ...common, type: 'assistant', message: { ...message, content: [tool], stop_reason: 'tool_use' } }) +
      line({
        ...common,
        type: 'assistant',
        message: {
          ...message,
          id: `${message.id}-2`,
          content: [{ type: 'text', text: answer }],
          stop_reason: 'end_turn',
        },
      }),
  )
  put(`subagents/workflows/${run}/agent-${agent}.meta.json`, '{"agentType":"workflow-subagent","spawnDepth":1}')
}
const step = (agentId: string, phaseTitle: string) => ({
  type: 'workflow_agent',
  index: 1,
  label: `scan:${agentId}`,
  phaseTitle,
  agentId,
  model: 'claude-sonnet-4-5',
  state: 'done',
  tokens: 6393,
  toolCalls: 1,
  durationMs: 2305,
  promptPreview: `look ${'x'.repeat(1000)}`,
})
const journal = (run = RUN, more: object = {}): void =>
  put(
    `workflows/${run}.json`,
    JSON.stringify({
      runId: run,
      taskId: 'w24oqzhga',
      script: SECRET,
      result: { a: SECRET },
      args: SECRET,
      logs: [SECRET],
      agentCount: 2,
      durationMs: 4509,
      workflowName: 'review-changes',
      status: 'completed',
      startTime: Date.UTC(2026, 10, 1, 10, 0, 5),
      phases: [{ title: 'Scan', detail: 'scan it' }, { title: 'Verify' }],
      defaultModel: 'claude-sonnet-4-5',
      workflowProgress: [{ type: 'workflow_phase', index: 1, title: 'Scan' }, step('a1', 'Scan'), step('a2', 'Verify')],
      totalTokens: 12786,
      totalToolCalls: 2,
      ...more,
    }),
  )

const start = async (): Promise<void> => {
  app = await startApp({}, folder)
  await app.imported
  await app.settled()
}
const runs = (query = '') => app.get<Runs>(`/api/workflows/runs${query}`)
const run = () => app.get<Detail>(`/api/workflows/runs/${RUN}`)
const becomes = (status: string) =>
  until(`a run that is ${status}`, async () => (await runs()).runs.some((known) => known.status === status))
const recorded = () =>
  readLogged(join(folder, 'data'), `session-${ID}`).filter(({ type }) => type === 'workflow-run-recorded')

describe('a workflow run in the history', () => {
  beforeEach(async () => {
    launch()
    inner(RUN, 'a1', 'found one')
    inner(RUN, 'a2', 'found two')
    journal()
    await start()
  })

  it('is listed with the data of its journal', async () => {
    const list = await runs()
    expect(list).toMatchObject({ total: 1, counts: { completed: 1 }, limit: 50, offset: 0 })
    expect(list.runs[0]).toMatchObject({
      run_id: RUN,
      session_id: ID,
      task_id: 'w24oqzhga',
      name: 'review-changes',
      status: 'completed',
      default_model: 'claude-sonnet-4-5',
      started_at: '2026-11-01T10:00:05.000Z',
      ended_at: '2026-11-01T10:00:09.509Z',
      duration_ms: 4509,
      agent_count: 2,
      total_tokens: 12786,
      total_tool_calls: 2,
      phases: [
        { title: 'Scan', detail: 'scan it' },
        { title: 'Verify', detail: null },
      ],
      source: 'journal',
      script_path: join(session, `workflows/scripts/review-changes-${RUN}.js`),
      journal_path: join(session, `workflows/${RUN}.json`),
    })
    expect(list.runs[0]?.progress.map(({ type, agentId }) => [type, agentId])).toEqual([
      ['workflow_phase', undefined],
      ['workflow_agent', 'a1'],
      ['workflow_agent', 'a2'],
    ])
  })

  it('can be filtered by status and session', async () => {
    for (const query of ['?status=completed', '?status=all', `?session_id=${ID}`, `?session_id=${ID}&status=completed`])
      expect((await runs(query)).total).toBe(1)
    for (const query of ['?status=running', '?session_id=other', '?providers=codex', '?offset=1&limit=1'])
      expect((await runs(query)).runs).toEqual([])
    expect(await runs('?status=running')).toMatchObject({ total: 0, counts: { completed: 1 } })
  })

  it('has its agents with their phases, and their events in order', async () => {
    const { workflow, agents, events } = await run()
    expect(workflow.run_id).toBe(RUN)
    const linked = [
      ['a1', RUN, 'Scan'],
      ['a2', RUN, 'Verify'],
    ]
    const links = (all: Detail['agents']) =>
      all.filter(({ type }) => type === 'subagent').map((a) => [a.id, a.workflow_run_id, a.workflow_phase])
    expect(links(agents)).toEqual(linked)
    expect(events.map(({ agent_id: agent, tool_name: tool }) => [agent, tool])).toEqual([
      ['a1', 'Bash'],
      ['a2', 'Bash'],
    ])
    const read = await app.get<Read>(`/api/sessions/${ID}`)
    expect(read.workflows).toEqual([workflow])
    expect(links(read.agents)).toEqual(linked)
    expect(links((await app.get<{ agents: Detail['agents'] }>(`/api/agents?session_id=${ID}`)).agents)).toHaveLength(2)
  })

  it('is 404 for an unknown id', async () => {
    const { status, json } = await app.send<{ error: { code: string } }>('/api/workflows/runs/wf_nope')
    expect([status, json.error.code]).toEqual([404, 'WORKFLOW_NOT_FOUND'])
  })

  it('logs nothing of its script, and only excerpts of its prompts', () => {
    const log = JSON.stringify(recorded())
    expect(log).not.toContain(SECRET)
    expect(log).not.toContain('x'.repeat(201))
    expect(log).toContain('look xxx')
  })

  it('is read once: a restart adds nothing', async () => {
    const before = recorded()
    await app.close()
    await start()
    expect(recorded()).toEqual(before)
    expect((await runs()).total).toBe(1)
  })

  it('is deleted with its session, also after a restart', async () => {
    expect((await app.send(`/api/sessions/${ID}`, { method: 'DELETE' })).status).toBe(200)
    await app.close()
    await start()
    expect((await runs()).total).toBe(0)
  })

  it('can be exported and imported in a bundle', async () => {
    const bundle = await app.send<{ workflows: unknown[] }>('/api/settings/export')
    expect(bundle.json.workflows).toEqual((await runs()).runs)
    const file = join(folder, 'bundle.json')
    writeFileSync(file, bundle.text)
    const other = await startApp()
    try {
      const done = await other.send('/api/settings/import', { method: 'POST', body: { path: file } })
      expect(done.json).toMatchObject({ sessions_imported: 1, workflows: 1, errors: 0 })
      expect((await other.get<Runs>('/api/workflows/runs')).runs).toEqual((await runs()).runs)
    } finally {
      await other.close()
    }
  })
})

describe('a workflow run in progress', () => {
  it('is running from its launch, counts its agents, and is completed by its journal', async () => {
    await start()
    await app.hook('UserPromptSubmit', { session_id: ID, prompt: 'go' })
    const listener = await listenTo(app.url)
    launch()
    await becomes('running')
    expect((await runs()).runs[0]).toMatchObject({
      name: 'review-changes',
      source: 'live',
      agent_count: 0,
      progress: [],
    })
    inner(RUN, 'a1', 'found one')
    await until('its agent', async () => (await runs()).runs[0]?.agent_count === 1)
    await until('its tokens', async () => (await runs()).runs[0]?.total_tokens === 230)
    expect((await runs()).runs[0]?.progress).toMatchObject([{ type: 'workflow_agent', agentId: 'a1', toolCalls: 1 }])
    // A message is read when it is sent: later, it would say that the run is completed.
    await until('the first message', () => listener.of('workflow_upserted').length > 0)
    journal()
    await becomes('completed')
    expect((await run()).workflow.source).toBe('journal')
    await until('the last message', () => listener.of('workflow_upserted').at(-1)?.data.status === 'completed')
    expect(listener.of('workflow_upserted')[0]?.data).toMatchObject({ run_id: RUN, status: 'running' })
    await listener.close()
  })

  it('is killed when its session ends', async () => {
    launch()
    await start()
    await app.hook('UserPromptSubmit', { session_id: ID, prompt: 'go' })
    await becomes('running')
    await app.hook('SessionEnd', { session_id: ID, reason: 'other' })
    await becomes('killed')
    expect(await runs('?status=killed')).toMatchObject({ total: 1, counts: { killed: 1 } })
  })

  it('is completed by a journal that is written in two steps', async () => {
    launch()
    await start()
    journal()
    const whole = readFileSync(join(session, `workflows/${RUN}.json`), 'utf8')
    put(`workflows/${RUN}.json`, whole.slice(0, 100))
    put(`workflows/${RUN}.json`, whole)
    await becomes('completed')
  })
})

describe('the transcript of an agent of a run', () => {
  const page = (query: string) => app.get<Page>(`/api/sessions/${ID}/transcript?${query}`)
  const said = ({ messages }: Page) => messages.at(-1)?.content[0]?.text

  it('is that of the requested run, and empty for an unknown run', async () => {
    inner(RUN, 'a1', 'of the first run')
    inner('wf_other', 'a1', 'of the other run')
    await start()
    expect(said(await page(`agent_id=a1&run_id=${RUN}`))).toBe('of the first run')
    expect(said(await page('agent_id=a1&run_id=wf_other'))).toBe('of the other run')
    const nothing = { messages: [], total: 0, has_more: false, first_line: 0, last_line: 0, from_hooks: false }
    for (const query of ['agent_id=a1&run_id=wf_nope', 'run_id=wf_nope', `run_id=${encodeURIComponent('../..')}`])
      expect(await page(query)).toEqual(nothing)
  })
})

describe('an invalid journal', () => {
  it('is skipped or truncated', async () => {
    put('workflows/wf_broken.json', '{"runId":')
    put('workflows/wf_list.json', '[]')
    put('workflows/wf_deep.json', `${'['.repeat(5000)}${']'.repeat(5000)}`)
    put('workflows/notes.json', '{}')
    journal('wf_odd', {
      workflowName: 'n'.repeat(5000),
      status: 7,
      startTime: 1e300,
      durationMs: -1,
      agentCount: 1e99,
      totalTokens: 'many',
      phases: [null, { title: 3 }],
      workflowProgress: Array.from({ length: 5000 }, (_, n) => step(`x${n}`, 'p')),
    })
    await start()
    const list = await runs()
    expect(list.runs.map(({ run_id: id, status }) => [id, status])).toEqual([['wf_odd', 'completed']])
    expect(list.runs[0]).toMatchObject({
      started_at: null,
      ended_at: null,
      duration_ms: null,
      total_tokens: 0,
      phases: [],
    })
    expect(list.runs[0]?.name).toHaveLength(200)
    expect(list.runs[0]?.progress).toHaveLength(1200)
    expect(app.complaints).toEqual([])
  })
})
