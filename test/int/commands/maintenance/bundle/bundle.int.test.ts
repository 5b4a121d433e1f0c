import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type App, startApp } from '../../../../support/service/app.js'
import { exported, meaningOf, upload, withOther } from '../../../../support/service/bundles.js'
import { countLogged } from '../../../../support/service/log.js'

let folder: string
let app: App
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-bundle-'))
  app = await startApp({}, folder)
  await app.settled()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const ID = '00000001-2222-4333-8444-555555555555'

/** Creates a session with a subagent, usage of two models, an error and a custom name. */
const tell = async (to: App): Promise<void> => {
  const project = join(to.claudeHome, 'projects', '-repo')
  mkdirSync(project, { recursive: true })
  const reply = (n: number, model: string): string =>
    `${JSON.stringify({
      type: 'assistant',
      sessionId: ID,
      uuid: `u-${n}`,
      timestamp: new Date(Date.UTC(2026, 9, 1) + n * 1000).toISOString(),
      message: {
        id: `msg_${n}`,
        role: 'assistant',
        model,
        content: [{ type: 'tool_use', id: `toolu_000000000000000${n}`, name: 'Bash', input: { command: 'make' } }],
        usage: { input_tokens: 1000 * n, output_tokens: 50, cache_read_input_tokens: 7 },
      },
    })}\n`
  const path = join(project, `${ID}.jsonl`)
  writeFileSync(path, reply(1, 'claude-sonnet-4-5') + reply(2, 'claude-opus-4-5'))
  const session = { session_id: ID }
  await to.hook('SessionStart', { ...session, cwd: '/repo', transcript_path: path })
  await to.hook('UserPromptSubmit', { ...session, prompt: 'say "hi" {[\\' })
  await to.hook('SubagentStart', { ...session, agent_id: 'a1', agent_type: 'Explore' })
  await to.hook('SubagentStop', { ...session, agent_id: 'a1' })
  await to.hook('StopFailure', { ...session, error: 'overloaded' })
  await to.send(`/api/sessions/${ID}`, { method: 'PATCH', body: { name: 'My own name', metadata: { a: 1 } } })
  await to.send('/api/sessions', { method: 'POST', body: { id: 'second', name: 'Second' } })
  await to.send('/api/pricing', {
    method: 'PUT',
    body: { model_pattern: 'mine%', display_name: 'Mine', input_per_mtok: 3 },
  })
  const rule = { name: 'Asks', rule_type: 'event_pattern', config: { event_type: 'Notification' }, enabled: false }
  await to.send('/api/alerts/rules', { method: 'POST', body: rule })
  await to.settled()
}

const importPath = (to: App, body: unknown) =>
  to.send<Record<string, unknown>>('/api/settings/import', { method: 'POST', body })

describe('a bundle of this product', () => {
  it('has the members of its format', async () => {
    await tell(app)
    const answer = await app.send<Record<string, unknown>>('/api/settings/export')
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="switchyard-export-\d{4}-\d\d-\d\d\.json"$/,
    )
    const { format, version, ...lists } = answer.json
    expect([format, version]).toEqual(['svc-export', 1])
    for (const list of [
      'sessions',
      'agents',
      'events',
      'token_usage',
      'workflows',
      'dashboard_runs',
      'alert_rules',
      'model_pricing',
    ])
      expect(Array.isArray(lists[list]), list).toBe(true)
    expect((lists['sessions'] as unknown[]).length).toBe(2)
  })

  it('restores the same rows on another machine', async () => {
    await tell(app)
    const bundle = await exported(app)
    await withOther(async (other) => {
      const { status, json } = await upload(other, JSON.stringify(bundle))
      expect([status, json]).toEqual([
        200,
        {
          ok: true,
          source: 'upload',
          format: 'svc-export',
          version: 1,
          sessions_imported: 2,
          sessions_skipped: 0,
          agents: bundle['agents']?.length,
          events: bundle['events']?.length,
          token_usage: bundle['token_usage']?.length,
          workflows: 0,
          dashboard_runs: 0,
          alert_rules: 1,
          model_pricing: 1,
          gpt_model_pricing: 0,
          errors: 0,
        },
      ])
      expect(meaningOf(await exported(other))).toEqual(meaningOf(bundle))
      for (const path of ['/api/pricing/cost', `/api/sessions/${ID}/stats`])
        expect(await other.get(path)).toEqual(await app.get(path))
      expect(other.complaints).toEqual([])
    })
  })

  it('adds nothing when it is imported twice or where it was exported', async () => {
    await tell(app)
    const text = (await app.send('/api/settings/export')).text
    await withOther(async (other) => {
      await upload(other, text)
      for (const to of [other, app]) {
        const data = join(to.folder, 'data')
        const before = countLogged(data)
        expect((await upload(to, text)).json).toMatchObject({
          sessions_imported: 0,
          sessions_skipped: 2,
          alert_rules: 0,
          model_pricing: 0,
        })
        expect(countLogged(data)).toBe(before)
      }
    })
  })

  it('restores a deleted session', async () => {
    await tell(app)
    const text = (await app.send('/api/settings/export')).text
    await app.send(`/api/sessions/${ID}`, { method: 'DELETE' })
    expect((await upload(app, text)).json).toMatchObject({ sessions_imported: 1, sessions_skipped: 1 })
    expect((await app.send(`/api/sessions/${ID}`)).status).toBe(200)
  })

  it('can be imported from a local path', async () => {
    await tell(app)
    const path = join(folder, 'bundle.json')
    writeFileSync(path, (await app.send('/api/settings/export')).text)
    expect((await importPath(app, { path })).json).toMatchObject({ source: 'path', sessions_skipped: 2 })
  })

  it('with invalid events is imported without them, and returns their number', async () => {
    await tell(app)
    const bundle = await exported(app)
    const log = bundle['log']?.map((row, n) =>
      n === 1 ? { ...row, type: 'never-heard-of' } : n === 2 ? { ...row, data: 5 } : row,
    )
    await withOther(async (other) => {
      const { json } = await upload(other, JSON.stringify({ ...bundle, log }))
      expect(json).toMatchObject({ sessions_imported: 2, errors: 2 })
      expect((await other.send(`/api/sessions/${ID}`)).status).toBe(200)
    })
  })
})

describe("another dashboard's bundle", () => {
  const rows = {
    // The lists can be in any order: events before their sessions.
    events: [
      {
        id: 1,
        session_id: 'p1',
        agent_id: 'p1-main',
        event_type: 'PreToolUse',
        tool_name: 'Bash',
        summary: 's',
        data: '{"tool_input":{"command":"ls"}}',
        created_at: '2026-09-01T10:00:01.000Z',
      },
      {
        id: 2,
        session_id: 'p1',
        agent_id: 'p1-sub',
        event_type: 'SubagentStop',
        tool_name: null,
        summary: null,
        data: 'not json',
        created_at: '2026-09-01 10:00:09',
      },
    ],
    sessions: [
      {
        id: 'p1',
        name: 'Peer',
        status: 'completed',
        cwd: '/p',
        model: 'claude-sonnet-4-5',
        started_at: '2026-09-01T10:00:00.000Z',
        ended_at: '2026-09-01T10:01:00.000Z',
        metadata: '{"k":1}',
      },
      { id: 'p2', status: 'error', started_at: '2026-09-02T10:00:00.000Z' },
      { id: 'p3', status: 'completed' },
      { id: 'bad\u0000id', status: 'completed', started_at: '2026-09-02T10:00:00.000Z' },
    ],
    agents: [
      {
        id: 'p1-main',
        session_id: 'p1',
        name: 'Main',
        type: 'main',
        status: 'completed',
        started_at: '2026-09-01T10:00:00.000Z',
      },
      {
        id: 'p1-sub',
        session_id: 'p1',
        name: 'Looker',
        type: 'subagent',
        subagent_type: 'Explore',
        status: 'completed',
        parent_agent_id: 'p1-main',
        started_at: '2026-09-01T10:00:02.000Z',
        ended_at: '2026-09-01T10:00:09.000Z',
      },
    ],
    token_usage: [
      {
        session_id: 'p1',
        model: 'claude-sonnet-4-5',
        input_tokens: 1_000_000,
        output_tokens: 10,
        cache_read_tokens: -5,
      },
    ],
    workflows: [
      {
        run_id: 'wf_peer',
        session_id: 'p1',
        name: 'review',
        status: 'completed',
        started_at: '2026-09-01T10:00:10.000Z',
        duration_ms: 4000,
        agent_count: 1,
        total_tokens: 999,
        phases: '[{"title":"Scan"}]',
        progress: '[{"type":"workflow_agent","agentId":"p1-sub","phaseTitle":"Scan"}]',
      },
      { run_id: '../x', session_id: 'p1' },
    ],
    model_pricing: [
      { model_pattern: 'theirs%', display_name: 'Theirs', input_per_mtok: 1 },
      { model_pattern: 'bad%', input_per_mtok: -1 },
      { model_pattern: 'never%', input_per_mtok: 1, intro_until: '2026-99-99' },
    ],
  }

  it.each([
    ['ccam-export', 1],
    ['ccam-export', 2],
    [null, null],
  ])('of format %s %s is imported as sessions, agents, events and usage', async (format, version) => {
    const head = format === null ? {} : { format, version }
    const { status, json } = await upload(app, JSON.stringify({ ...rows, ...head }))
    expect([status, json]).toMatchObject([
      200,
      {
        format,
        version,
        sessions_imported: 2,
        agents: 2,
        events: 2,
        token_usage: 1,
        workflows: 2,
        model_pricing: 1,
        errors: 4,
      },
    ])
    interface Shown {
      readonly session: object
      readonly agents: readonly object[]
      readonly events: readonly object[]
      readonly workflows: readonly object[]
    }
    const { session, agents, events, workflows } = await app.get<Shown>('/api/sessions/p1')
    expect(session).toMatchObject({
      name: 'Peer',
      status: 'completed',
      cwd: '/p',
      metadata: '{"k":1}',
      ended_at: '2026-09-01T10:01:00.000Z',
      cost: 3.00015,
    })
    expect(agents).toMatchObject([
      { id: 'p1-main', type: 'main', status: 'completed', name: 'Main' },
      {
        id: 'p1-sub',
        type: 'subagent',
        subagent_type: 'Explore',
        status: 'completed',
        name: 'Looker',
        workflow_run_id: 'wf_peer',
        workflow_phase: 'Scan',
      },
    ])
    expect(workflows).toMatchObject([
      { run_id: 'wf_peer', total_tokens: 999, ended_at: '2026-09-01T10:00:14.000Z', phases: [{ title: 'Scan' }] },
    ])
    expect(events).toMatchObject([
      { event_type: 'SubagentStop', agent_id: 'p1-sub' },
      { event_type: 'PreToolUse', tool_name: 'Bash' },
    ])
    expect((await app.get<Shown>('/api/sessions/p2')).session).toMatchObject({ status: 'error' })
    const again = await upload(app, JSON.stringify({ ...rows, ...head }))
    expect(again.json).toMatchObject({ sessions_imported: 0, sessions_skipped: 2, model_pricing: 0 })
    expect(app.complaints).toEqual([])
  })
})

describe("the peer's rate card for OpenAI models", () => {
  const row = { short_input_per_mtok: 1, short_cached_input_per_mtok: 0.1, short_output_per_mtok: 2 }
  const card = [
    { ...row, model_pattern: 'gpt-house%', display_name: 'House', long_input_per_mtok: 3, fast_input_per_mtok: 4 },
    // The peer's defaults, changed or not, do not change the defaults here.
    { ...row, model_pattern: 'gpt-5.4%', display_name: 'GPT-5.4' },
    { ...row, model_pattern: 'gpt-5.4-turbo%', display_name: 'GPT-5.4 Turbo' },
    { ...row, model_pattern: '%', display_name: 'Anything' },
    { model_pattern: 'gpt-none%', display_name: 'No rates', short_input_per_mtok: 0 },
    { model_pattern: 'gpt-bad%', short_input_per_mtok: 'much' },
  ]

  it('adds only the rules for models without a default price', async () => {
    const bundle = JSON.stringify({ format: 'ccam-export', version: 2, sessions: [], gpt_model_pricing: card })
    const { json } = await upload(app, bundle)
    expect(json).toMatchObject({ gpt_model_pricing: 1, model_pricing: 0, errors: 1 })
    interface Rules {
      readonly pricing: readonly { readonly model_pattern: string; readonly is_default: boolean }[]
    }
    const { pricing } = await app.get<Rules>('/api/pricing/gpt')
    expect(pricing.filter(({ is_default }) => !is_default)).toMatchObject([
      { ...row, model_pattern: 'gpt-house%', long_input_per_mtok: 3, fast_input_per_mtok: 4 },
    ])
    expect(pricing.find(({ model_pattern }) => model_pattern === 'gpt-5.4%')).toMatchObject({
      short_input_per_mtok: 2.5,
    })
    expect((await upload(app, bundle)).json).toMatchObject({ gpt_model_pricing: 0 })
  })
})

describe('an invalid bundle is rejected and its upload is deleted', () => {
  it.each([
    ['{"sessions":[{"id":"x"', 'INVALID_JSON'],
    ['{"sessions":[{]}', 'INVALID_JSON'],
    ['{"sessions":[]} more', 'INVALID_JSON'],
    ['', 'INVALID_JSON'],
    ['[]', 'INVALID_FORMAT'],
    ['{}', 'INVALID_FORMAT'],
    ['{"format":"other","version":1,"sessions":[]}', 'INVALID_FORMAT'],
    ['{"format":"svc-export","version":2,"sessions":[]}', 'INVALID_FORMAT'],
    ['{"format":"ccam-export","version":3,"sessions":[]}', 'INVALID_FORMAT'],
    ['{"format":"svc-export","version":"1","sessions":[]}', 'INVALID_FORMAT'],
  ])('%s → %s', async (text, code) => {
    const { status, json } = await upload(app, text)
    expect([status, json]).toMatchObject([400, { error: { code } }])
    expect(readdirSync(join(folder, 'data', 'uploads'))).toEqual([])
  })

  it.each([
    [{ path: '/no/such/bundle.json' }, 404, 'PATH_NOT_FOUND'],
    [{ path: 'relative.json' }, 400, 'INVALID_PATH'],
    [{ path: '/tmp' }, 400, 'INVALID_PATH'],
    [{ path: 5 }, 400, 'INVALID_INPUT'],
    [{}, 400, 'INVALID_INPUT'],
    ['[', 400, 'INVALID_INPUT'],
  ])('%j → %s %s', async (body, expected, code) => {
    const { status, json } = await importPath(app, body)
    expect([status, json]).toMatchObject([expected, { error: { code } }])
  })
})
