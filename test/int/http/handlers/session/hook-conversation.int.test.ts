import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Page = RouteAnswer<'GET /api/sessions/:id/transcript'>

const CLAUDE = 'aaa4db8f-c68d-4dc7-a447-eee35119082e'
const CODEX = '019f15de-d815-7440-a6de-8068ba05b6b5'
const SUBAGENT = 'a5d1c0ffee'

let app: App

/** The members that Claude Code 2.1 sends with each hook. The transcript is on another machine. */
const COMMON = {
  session_id: CLAUDE,
  transcript_path: `/home/ada/.claude/projects/-home-ada-shop/${CLAUDE}.jsonl`,
  cwd: '/home/ada/shop',
  prompt_id: '6ecd01e9-535f-49b5-8647-700dcd7513d7',
  permission_mode: 'bypassPermissions',
}
const claude = (kind: string, data: object) => app.hook(kind, { ...COMMON, hook_event_name: kind, ...data })
const codex = (hook_type: string, data: object) =>
  app.send('/api/hooks/codex', { method: 'POST', body: { hook_type, data: { session_id: CODEX, cwd: '/w', ...data } } })

const page = (id: string, query = '') => app.get<Page>(`/api/sessions/${id}/transcript?${query}`)
/** Returns who says what, call and result by their text. */
const said = ({ messages }: Page) =>
  messages.map(({ sender, content: [block] }) => [
    sender,
    block?.text ?? block?.output ?? [block?.name, block?.input],
    ...(block?.is_error === true ? ['failed'] : []),
  ])

const BASH = { command: 'echo hi; echo oops >&2', description: 'say hi' }
const EDIT = { file_path: '/home/ada/shop/a.txt', old_string: 'alpha', new_string: 'beta', replace_all: false }

beforeAll(async () => {
  app = await startApp()
  await claude('SessionStart', { source: 'startup' })
  await claude('UserPromptSubmit', { prompt: 'Check the build' })
  const bash = { tool_name: 'Bash', tool_input: BASH, tool_use_id: 'toolu_42a6eaaf8b024bd9ba31ae3d' }
  await claude('PreToolUse', bash)
  const printed = { stdout: 'hi\noops', stderr: '', interrupted: false, isImage: false, noOutputExpected: false }
  await claude('PostToolUse', { ...bash, tool_response: printed, duration_ms: 146 })
  const read = { tool_name: 'Read', tool_input: { file_path: '/home/ada/shop/a.txt' }, tool_use_id: 'toolu_452b1be1' }
  await claude('PreToolUse', read)
  const file = { filePath: '/home/ada/shop/a.txt', content: 'alpha\n', numLines: 2, startLine: 1, totalLines: 2 }
  await claude('PostToolUse', { ...read, tool_response: { type: 'text', file }, duration_ms: 1 })
  const edit = { tool_name: 'Edit', tool_input: EDIT, tool_use_id: 'toolu_f1ce7f14' }
  await claude('PreToolUse', edit)
  const structuredPatch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-alpha', '+beta'] }]
  await claude('PostToolUse', { ...edit, tool_response: { originalFile: 'alpha\n', structuredPatch }, duration_ms: 6 })
  const exit = { tool_name: 'Bash', tool_input: { command: 'exit 3' }, tool_use_id: 'toolu_cddb4b27' }
  await claude('PreToolUse', exit)
  await claude('PostToolUseFailure', { ...exit, error: 'Exit code 3', is_interrupt: false, duration_ms: 21 })
  await claude('PreToolUse', { ...exit, agent_id: SUBAGENT, agent_type: 'Explore' })
  await claude('SubagentStop', { agent_id: SUBAGENT, agent_type: 'Explore', last_assistant_message: 'Nothing found.' })
  await claude('Stop', { stop_hook_active: false, last_assistant_message: 'It builds.', background_tasks: [] })
  await claude('SessionEnd', { reason: 'other' })

  await codex('UserPromptSubmit', { prompt: 'Say hi', turn_id: 't1' })
  const exec = { tool_name: 'Bash', tool_input: { command: 'echo hi' }, tool_use_id: 'call_1', turn_id: 't1' }
  await codex('PreToolUse', exec)
  await codex('PostToolUse', { ...exec, tool_response: 'hi\n' })
  await codex('Stop', { last_assistant_message: 'Done.', turn_id: 't1' })
  await app.settled()
})
afterAll(() => app.close())

describe('a conversation without a transcript', () => {
  it('is made from the hooks of Claude Code', async () => {
    const whole = await page(CLAUDE)
    expect([whole.from_hooks, whole.total, whole.has_more]).toEqual([true, 10, false])
    expect(said(whole)).toEqual([
      ['user', 'Check the build'],
      ['assistant', ['Bash', BASH]],
      ['tool', 'hi\noops'],
      ['assistant', ['Read', { file_path: '/home/ada/shop/a.txt' }]],
      ['tool', 'alpha\n'],
      ['assistant', ['Edit', EDIT]],
      ['tool', ''],
      ['assistant', ['Bash', { command: 'exit 3' }]],
      ['tool', 'Exit code 3', 'failed'],
      ['assistant', 'It builds.'],
    ])
    const [, call, result] = whole.messages
    expect(result?.content[0]?.id).toBe(call?.content[0]?.id)
  })

  it('is made from the hooks of Codex', async () => {
    expect(said(await page(CODEX))).toEqual([
      ['user', 'Say hi'],
      ['assistant', ['Bash', { command: 'echo hi' }]],
      ['tool', 'hi\n'],
      ['assistant', 'Done.'],
    ])
  })

  it('is separate for each agent', async () => {
    expect(said(await page(CLAUDE, `agent_id=${SUBAGENT}`))).toEqual([
      ['assistant', ['Bash', { command: 'exit 3' }]],
      ['assistant', 'Nothing found.'],
    ])
  })

  it('is paged in both directions', async () => {
    const newest = await page(CLAUDE, 'limit=4')
    const older = await page(CLAUDE, `limit=4&before=${newest.first_line}`)
    const first = await page(CLAUDE, `limit=4&before=${older.first_line}`)
    expect([newest, older, first].map(({ has_more }) => has_more)).toEqual([true, true, false])
    const after = await page(CLAUDE, `limit=4&after=${first.last_line}`)
    expect(after.messages).toEqual(older.messages)
    expect((await page(CLAUDE, `after=${newest.last_line}`)).messages).toEqual([])
    expect([...first.messages, ...older.messages, ...newest.messages]).toEqual((await page(CLAUDE)).messages)
  })

  it('is searched, shown as JSON and exported', async () => {
    const { messages } = await page(CLAUDE)
    const find = await app.get<RouteAnswer<'GET /api/sessions/:id/transcript-find'>>(
      `/api/sessions/${CLAUDE}/transcript-find?q=ALPHA`,
    )
    const lines = [messages[4], messages[5]].map((message) => ({ line: message?.line, count: 1 }))
    expect(find).toEqual({ hits: lines, cut: false })
    const line = `/api/sessions/${CLAUDE}/transcript-line?line=${messages[0]?.line ?? 0}`
    expect((await app.get<RouteAnswer<'GET /api/sessions/:id/transcript-line'>>(line)).json).toContain(
      '"prompt": "Check the build"',
    )
    const other = `/api/sessions/${CODEX}/transcript-line?line=${messages[0]?.line ?? 0}`
    expect((await app.send(other)).status).toBe(404)
    const { text } = await app.send(`/api/sessions/${CLAUDE}/conversation.md`)
    expect(text).toMatch(/## User .*\n\nCheck the build\n\n## Assistant[^]*It builds\./)
  })

  it('gives way to the transcript as soon as one is read', async () => {
    const id = '22222222-2222-4333-8444-555555555561'
    const project = join(app.claudeHome, 'projects', '-w')
    const transcript = join(project, `${id}.jsonl`)
    const own = { session_id: id, cwd: '/w', transcript_path: transcript }
    await app.hook('UserPromptSubmit', { ...own, prompt: 'From the hook' })
    expect((await page(id)).from_hooks).toBe(true)
    mkdirSync(project, { recursive: true })
    const line = { type: 'user', sessionId: id, cwd: '/w', timestamp: '2026-11-01T10:00:00.000Z', uuid: 'u1' }
    const message = { role: 'user', content: 'From the transcript' }
    writeFileSync(transcript, `${JSON.stringify({ ...line, message })}\n`)
    await app.hook('Stop', own)
    await until('the transcript is read', async () => !(await page(id)).from_hooks)
    expect(said(await page(id))).toEqual([['user', 'From the transcript']])
  })

  it('is empty for a session without hooks', async () => {
    await app.send('/api/sessions', { method: 'POST', body: { id: 'made' } })
    expect(await page('made')).toMatchObject({ messages: [], total: 0, from_hooks: false })
  })
})
