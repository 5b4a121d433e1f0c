import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type App, startApp } from '../../../../support/service/app.js'
import { exported, meaningOf, upload, withOther } from '../../../../support/service/bundles.js'

const ID = '00000001-2222-4333-8444-555555555555'
const CODEX = '019fbb99-bd87-7c80-afec-ee65e2ebbe1c'

let app: App
beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.close())

/** Creates a session with running and nested subagents, from hooks and transcripts, and a session of Codex. */
const tellAgents = async (to: App): Promise<void> => {
  const at = (second: number): string => new Date(Date.UTC(2026, 9, 1, 10, 0, second)).toISOString()
  const write = (path: string, lines: readonly object[]): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  const project = join(to.claudeHome, 'projects', '-repo')
  const reply = (n: number, agent: string | null, content: object) => ({
    type: 'assistant',
    sessionId: ID,
    uuid: `u-${n}`,
    timestamp: at(n),
    ...(agent === null ? {} : { isSidechain: true, agentId: agent }),
    message: {
      id: `msg_${n}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [content],
      usage: { input_tokens: 1000 * n, output_tokens: 50 },
    },
  })
  const input = { subagent_type: 'Plan', description: 'Think', prompt: 'Think hard' }
  const boundary = { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto' } }
  write(join(project, `${ID}.jsonl`), [
    reply(1, null, { type: 'tool_use', id: 'toolu_0000000000000001', name: 'Agent', input }),
    { ...boundary, sessionId: ID, uuid: 'u-9', timestamp: at(9) },
  ])
  const subagents = join(project, ID, 'subagents')
  write(join(subagents, 'agent-a2.jsonl'), [reply(2, 'a2', { type: 'text', text: 'Done.' })])
  writeFileSync(join(subagents, 'agent-a2.meta.json'), '{"agentType":"Plan","toolUseId":"toolu_0000000000000001"}')
  const record = (second: number, type: string, payload: object) => ({ timestamp: at(second), type, payload })
  const usage = { input_tokens: 400_000, cached_input_tokens: 0, output_tokens: 1500, total_tokens: 401_500 }
  write(join(to.codexHome, 'sessions', '2026', '10', '01', `rollout-2026-10-01T10-00-00-${CODEX}.jsonl`), [
    record(0, 'session_meta', { id: CODEX, timestamp: at(0), cwd: '/api', originator: 'codex_cli_rs', source: 'cli' }),
    record(1, 'turn_context', { model: 'gpt-5.4', cwd: '/api' }),
    record(2, 'event_msg', { type: 'user_message', message: 'Fix it' }),
    record(3, 'event_msg', { type: 'token_count', info: { total_token_usage: usage, last_token_usage: usage } }),
    record(4, 'event_msg', { type: 'task_complete' }),
  ])
  const session = { session_id: ID, cwd: '/repo', transcript_path: join(project, `${ID}.jsonl`) }
  await to.hook('SubagentStart', { ...session, agent_id: 'a1', agent_type: 'Explore' })
  await to.hook('PreToolUse', { ...session, agent_id: 'a1', tool_name: 'Agent', tool_use_id: 'c2', tool_input: input })
  await to.hook('SubagentStart', { ...session, agent_id: 'a3', agent_type: 'Plan' })
  const tool_response = { agentId: 'a3' }
  await to.hook('PostToolUse', { ...session, agent_id: 'a1', tool_name: 'Agent', tool_use_id: 'c2', tool_response })
  await to.hook('SubagentStop', { ...session, agent_id: 'a3', agent_type: 'Plan' })
  await to.send('/api/hooks/codex', { method: 'POST', body: { hook_type: 'Stop', data: { session_id: CODEX } } })
  await to.send('/api/import/rescan', { method: 'POST', body: {} })
  await to.settled()
}

it('a bundle of this product restores the same agents and costs of Claude and Codex', async () => {
  await tellAgents(app)
  const bundle = await exported(app)
  const listed = bundle['agents']?.map(({ id, type, status }) => [id, type, status]).toSorted()
  expect(listed).toEqual([
    [`${ID}-compact-u-9`, 'subagent', 'completed'],
    [`${ID}-main`, 'main', 'working'],
    [`${CODEX}-main`, 'main', 'waiting'],
    ['a1', 'subagent', 'working'],
    ['a2', 'subagent', 'working'],
    ['a3', 'subagent', 'completed'],
  ])
  await withOther(async (other) => {
    expect((await upload(other, JSON.stringify(bundle))).json).toMatchObject({ sessions_imported: 2, errors: 0 })
    expect(meaningOf(await exported(other))).toEqual(meaningOf(bundle))
    for (const path of ['/api/pricing/cost', `/api/sessions/${ID}/stats`, `/api/sessions/${CODEX}/stats`])
      expect(await other.get(path)).toEqual(await app.get(path))
    expect(other.complaints).toEqual([])
  })
})
