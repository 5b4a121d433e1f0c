import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, startApp } from '../../../../support/service/app.js'
import { upload } from '../../../../support/service/bundles.js'

let app: App
beforeAll(async () => {
  // The sessions of these bundles are old: a check of open sessions must not end them in the middle of a test.
  app = await startApp({ SVC_STALE_MINUTES: '525600' })
})
afterAll(async () => {
  expect(app.complaints).toEqual([])
  await app.close()
})

type Row = Readonly<Record<string, unknown>>
interface Rows {
  readonly session?: Row
  readonly agents?: readonly Row[]
  readonly events?: readonly Row[]
  readonly usage?: readonly Row[]
}

const at = (second: number): string => new Date(Date.UTC(2026, 8, 1, 10, 0, second)).toISOString()
const UUID = '5c056bb9-1259-45ee-948a-b0fcaa11b95e'
const OTHER = 'be6003cd-1997-4101-ac57-be6e50e3766e'

/** Imports a session as another dashboard exports it. */
const take = async (id: string, { session = {}, agents = [], events = [], usage = [] }: Rows): Promise<void> => {
  const own = { session_id: id }
  const bundle = {
    format: 'ccam-export',
    version: 2,
    sessions: [{ id, status: 'active', started_at: at(0), updated_at: at(30), provider: 'claude', ...session }],
    agents: agents.map((row) => ({ ...own, started_at: at(1), ...row })),
    events: events.map((row, n) => ({ ...own, tool_name: null, created_at: at(n), ...row })),
    token_usage: usage.map((row) => ({ ...own, ...row })),
  }
  expect((await upload(app, JSON.stringify(bundle))).json).toMatchObject({ sessions_imported: 1, errors: 0 })
}

interface Shown {
  readonly session: Readonly<Record<string, unknown>>
  readonly agents: readonly Readonly<Record<string, unknown>>[]
  readonly events: readonly Readonly<Record<string, unknown>>[]
}
const shown = (id: string): Promise<Shown> => app.get<Shown>(`/api/sessions/${id}`)
const agentsOf = async (id: string): Promise<unknown[]> =>
  (await shown(id)).agents
    .map(({ id: agent, type, status }) => `${String(agent)} ${String(type)} ${String(status)}`)
    .toSorted()
/** `kind agent`, oldest first. */
const eventsOf = async (id: string): Promise<unknown[]> =>
  (await shown(id)).events.map(({ event_type, agent_id }) => `${String(event_type)} ${String(agent_id)}`).toReversed()

const hook = (event_type: string, agent_id: string | null, data: Row = {}, tool_name: string | null = null): Row => ({
  event_type,
  agent_id,
  tool_name,
  data: JSON.stringify(data),
})
const mainOf = (id: string, status = 'waiting'): Row => ({ id: `${id}-main`, type: 'main', status })
const explorer = (id: string, agent: string, status: string): Row => ({
  id: agent,
  name: 'Look around',
  type: 'subagent',
  subagent_type: 'Explore',
  status,
  parent_agent_id: `${id}-main`,
})
/** A subagent as the other dashboard records it: its start and tool calls belong to the main agent. */
const lifeOf = (id: string, agent: string, cli: string): readonly Row[] => [
  hook('PreToolUse', agent, { tool_use_id: `call-${cli}`, tool_input: { subagent_type: 'Explore' } }, 'Agent'),
  hook('SubagentStart', `${id}-main`, { agent_id: cli, agent_type: 'Explore' }),
  hook('PreToolUse', `${id}-main`, { agent_id: cli, tool_use_id: `read-${cli}` }, 'Read'),
  hook('SubagentStop', agent, { agent_id: cli, agent_type: 'Explore' }),
]

describe('an imported session has the agents of its bundle, with their status', () => {
  it('even if hooks name a subagent by another id', async () => {
    await take('hooks', {
      agents: [mainOf('hooks'), explorer('hooks', UUID, 'completed'), explorer('hooks', OTHER, 'working')],
      events: [...lifeOf('hooks', UUID, 'a1'), ...lifeOf('hooks', OTHER, 'a2').slice(0, 3)],
    })
    expect(await agentsOf('hooks')).toEqual([
      'a1 subagent completed',
      `${OTHER} subagent working`,
      'hooks-main main waiting',
    ])
    expect((await shown('hooks')).session).toMatchObject({ agent_count: 3 })
  })

  it('even if events name agents that are not in the bundle', async () => {
    await take('unlisted', {
      agents: [mainOf('unlisted', 'working')],
      events: [
        hook('PreToolUse', 'deleted', { agent_id: 'a1' }, 'Bash'),
        hook('SubagentStop', null, { agent_id: 'a2' }),
      ],
    })
    expect(await agentsOf('unlisted')).toEqual(['unlisted-main main working'])
    expect(await eventsOf('unlisted')).toEqual(['PreToolUse unlisted-main', 'SubagentStop unlisted-main'])
  })

  it.each(['working', 'waiting', 'completed', 'error'])('%s', async (status) => {
    for (const session of ['active', 'completed', 'error', 'abandoned']) {
      const id = `${session}-${status}`
      await take(id, {
        session: { status: session },
        agents: [mainOf(id, status), { ...explorer(id, 'a1', status), ended_at: at(50) }],
        events: [...lifeOf(id, 'a1', 'a1'), hook('Stop', `${id}-main`), hook('SessionEnd', `${id}-main`)],
        // Later than every event.
        usage: [{ model: 'claude-sonnet-4-5', input_tokens: 5, date: '2026-09-01' }],
      })
      expect(await agentsOf(id)).toEqual([`a1 subagent ${status}`, `${id}-main main ${status}`])
      expect((await shown(id)).session).toMatchObject({ status: session, agent_count: 2 })
    }
  })

  it('and their parents', async () => {
    const nested = { ...explorer('nested', OTHER, 'completed'), parent_agent_id: UUID }
    await take('nested', {
      agents: [mainOf('nested'), explorer('nested', UUID, 'completed'), nested],
      events: [...lifeOf('nested', UUID, 'a1'), ...lifeOf('nested', OTHER, 'a2')],
    })
    expect((await shown('nested')).agents).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'a1', parent_agent_id: 'nested-main' }),
        expect.objectContaining({ id: 'a2', parent_agent_id: 'a1' }),
      ]),
    )
  })
})

it('an event belongs to the agent that the bundle assigns it to', async () => {
  await take('filed', {
    agents: [mainOf('filed'), explorer('filed', UUID, 'completed')],
    events: lifeOf('filed', UUID, 'a1'),
  })
  expect(await eventsOf('filed')).toEqual([
    'PreToolUse a1',
    'SubagentStart filed-main',
    'PreToolUse filed-main',
    'SubagentStop a1',
  ])
})

describe('data that arrives after the import updates the imported agents', () => {
  const line = (id: string, uuid: string, more: Row): string =>
    `${JSON.stringify({ sessionId: id, uuid, cwd: '/repo', timestamp: at(2), ...more })}\n`
  const reply = (id: string, agent: string): string =>
    line(id, `${agent}-reply`, {
      type: 'assistant',
      isSidechain: true,
      agentId: agent,
      message: {
        id: `msg_${agent}`,
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        stop_reason: 'end_turn',
        content: [{ type: 'text', text: 'Done.' }],
        usage: { input_tokens: 10, output_tokens: 5 },
      },
    })
  /** Writes the transcripts of a session as the CLI does, and imports them. */
  const transcribe = async (id: string, main: string, agents: readonly string[]): Promise<void> => {
    const project = join(app.claudeHome, 'projects', '-repo')
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(project, file)), { recursive: true })
      writeFileSync(join(project, file), text)
    }
    for (const agent of agents) write(join(id, 'subagents', `agent-${agent}.jsonl`), reply(id, agent))
    write(`${id}.jsonl`, main)
    await app.send('/api/import/rescan', { method: 'POST', body: {} })
    await app.settled()
  }

  it('a hook of a subagent', async () => {
    await take('later', {
      agents: [mainOf('later'), explorer('later', UUID, 'completed')],
      events: lifeOf('later', UUID, 'a1'),
    })
    await app.hook('PreToolUse', { session_id: 'later', agent_id: 'a1', tool_name: 'Bash', tool_use_id: 'more' })
    expect(await agentsOf('later')).toEqual(['a1 subagent working', 'later-main main waiting'])
  })

  it('the transcripts of its subagents', async () => {
    const id = '5eed0000-0000-4000-8000-000000000001'
    const called = hook('PreToolUse', OTHER, { tool_use_id: 'call-a2' }, 'Agent')
    const result = hook(
      'PostToolUse',
      `${id}-main`,
      { tool_use_id: 'call-a2', tool_response: { agentId: 'a2' } },
      'Agent',
    )
    await take(id, {
      agents: [
        mainOf(id),
        explorer(id, UUID, 'completed'),
        explorer(id, OTHER, 'completed'),
        { ...explorer(id, `${id}-jsonl-a3`, 'error'), name: 'Imported' },
      ],
      events: [...lifeOf(id, UUID, 'a1'), called, result],
    })
    const before = await agentsOf(id)
    await transcribe(id, line(id, 'p', { type: 'user', message: { role: 'user', content: 'Go' } }), ['a1', 'a2', 'a3'])
    expect(await agentsOf(id)).toEqual(before)
    const spent = (await shown(id)).agents.filter(({ cost }) => Number(cost) > 0)
    expect(spent.map((agent) => String(agent['id'])).toSorted()).toEqual(['a1', 'a2', 'a3'])
    expect((await shown(id)).agents.find((agent) => agent['id'] === 'a3')).toMatchObject({ name: 'Imported' })
  })

  it('a compaction, although the other dashboard gives it another id', async () => {
    const id = '5eed0000-0000-4000-8000-000000000002'
    const compaction = { id: `${id}-compact-summary`, name: 'Context Compaction', type: 'subagent' }
    await take(id, {
      agents: [mainOf(id), { ...compaction, subagent_type: 'compaction', status: 'completed', started_at: at(2) }],
    })
    const boundary = (uuid: string, second: number): string =>
      line(id, uuid, { type: 'system', subtype: 'compact_boundary', timestamp: at(second), compactMetadata: {} })
    await transcribe(id, boundary('boundary', 2) + boundary('next', 20), [])
    expect(await agentsOf(id)).toEqual([
      `${id}-compact-next subagent completed`,
      `${id}-compact-summary subagent completed`,
      `${id}-main main waiting`,
    ])
  })
})

describe('an imported session of Codex', () => {
  const main = (id: string): Row => ({ id: `codex:${id}`, name: 'Codex', type: 'main', status: 'waiting', task: 'Fix' })

  it('has one main agent', async () => {
    await take('codex', {
      session: { provider: 'codex' },
      agents: [main('codex')],
      events: [hook('codex_user_message', 'codex:codex', { provider: 'codex' })],
      usage: [{ model: 'gpt-5.4', input_tokens: 10 }],
    })
    expect(await agentsOf('codex')).toEqual(['codex-main main waiting'])
    expect(await eventsOf('codex')).toEqual(['codex_user_message codex-main'])
    expect((await shown('codex')).agents).toMatchObject([{ name: 'Codex', task: 'Fix' }])
  })

  it.each([
    ['without agents', { session: { provider: 'codex' } }],
    ['whose metadata says so', { session: { provider: undefined, metadata: '{"provider":"codex"}' } }],
    ['whose main agent says so', { session: { provider: undefined }, agents: [main('quiet-2')] }],
  ])('is recognized without events and usage: %s', async (_what, rows: Rows) => {
    const id = `quiet-${['without agents', 'whose metadata says so', 'whose main agent says so'].indexOf(_what)}`
    await take(id, rows)
    expect((await shown(id)).session).toMatchObject({ provider: 'codex', status: 'active' })
    const listed = await app.get<{ sessions: readonly Row[] }>('/api/sessions?provider=codex&limit=100')
    expect(listed.sessions.map((session) => session['id'])).toContain(id)
  })
})

it('subagents without a type are counted as unknown', async () => {
  const plain = { ...explorer('types', 'a1', 'completed'), subagent_type: null }
  await take('types', {
    agents: [
      mainOf('types'),
      plain,
      { ...plain, id: 'a2' },
      explorer('types', 'a3', 'completed'),
      { ...plain, id: 'types-compact-1', subagent_type: 'compaction' },
    ],
  })
  expect(await app.get('/api/sessions/types/stats')).toMatchObject({
    subagent_types: [
      { subagent_type: 'unknown', count: 2 },
      { subagent_type: 'Explore', count: 1 },
    ],
  })
})
