import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { until } from '../../../../support/agents/until.js'

type Calls = RouteAnswer<'GET /api/calls'>

const LIVE = '22222222-2222-4333-8444-555555555551'
const READ = '22222222-2222-4333-8444-555555555552'

let app: App
let transcript: string
const said = (value: object): string => `${JSON.stringify({ sessionId: READ, cwd: '/other', ...value })}\n`

beforeAll(async () => {
  app = await startApp()
  const hook = (kind: string, more: object) => app.hook(kind, { session_id: LIVE, cwd: '/repo', ...more })
  await hook('SessionStart', { source: 'startup' })
  await hook('UserPromptSubmit', { prompt: 'go' })
  const edit = { tool_name: 'Edit', tool_use_id: 'c1', tool_input: { file_path: '/repo/a.ts' } }
  await hook('PreToolUse', edit)
  const tool_response = { structuredPatch: [{ oldStart: 1, newStart: 1, lines: ['-x', '+y', '+z'] }] }
  await hook('PostToolUse', { ...edit, tool_response, duration_ms: 14 })
  const bash = { tool_name: 'Bash', tool_use_id: 'c2', tool_input: { command: 'go test ./...' } }
  await hook('PreToolUse', bash)
  await hook('PostToolUseFailure', { ...bash, error: 'exit 1', duration_ms: 31_200 })
  await hook('PreToolUse', { tool_name: 'Read', tool_use_id: 'c3', tool_input: { file_path: '/repo/b.ts' } })

  const project = join(app.claudeHome, 'projects', '-other')
  mkdirSync(project, { recursive: true })
  transcript = join(project, `${READ}.jsonl`)
  const use = (id: string, name: string, input: object) => ({
    type: 'assistant',
    timestamp: '2026-11-01T10:00:00.000Z',
    message: { id: `m${id}`, role: 'assistant', model: 'claude-x', content: [{ type: 'tool_use', id, name, input }] },
  })
  const done = (id: string, toolUseResult: object) => ({
    type: 'user',
    timestamp: '2026-11-01T10:00:02.000Z',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
    toolUseResult,
  })
  const patch = { structuredPatch: [{ oldStart: 3, newStart: 3, lines: [' a', '-b', '+c'] }] }
  writeFileSync(
    transcript,
    [
      said({ type: 'user', timestamp: '2026-11-01T09:59:00.000Z', message: { role: 'user', content: 'change it' } }),
      said(use('toolu_0000000000000001', 'Edit', { file_path: '/other/src/a.ts', old_string: 'b', new_string: 'c' })),
      said(done('toolu_0000000000000001', patch)),
      said(use('toolu_0000000000000002', 'Grep', { pattern: 'needle' })),
    ].join(''),
  )
  await app.hook('SessionStart', { session_id: READ, cwd: '/other', source: 'startup', transcript_path: transcript })
  await app.hook('SessionEnd', { session_id: READ, reason: 'exit' })
  await app.settled()
  await until('the transcript is read', async () => (await calls(`session_id=${READ}`)).calls.length === 1)
})
afterAll(() => app.close())

const calls = (query: string): Promise<Calls> => app.get<Calls>(`/api/calls?${query}`)
const targets = ({ calls: rows }: Calls) => rows.map(({ target }) => target)

describe('tool calls', () => {
  it('are one row for start and result, the last finished first', async () => {
    const { calls: rows, next } = await calls('')
    expect(rows.map((call) => [call.tool_name, call.target, call.state, call.duration_ms])).toEqual([
      ['Bash', 'go test ./...', 'failed', 31_200],
      ['Edit', '/repo/a.ts', 'done', 14],
      ['Edit', '/other/src/a.ts', 'done', 2000],
    ])
    expect(rows.map(({ error, outcome }) => error ?? outcome)).toEqual(['exit 1', { added: 2, removed: 1 }, null])
    expect(rows[0]).toMatchObject({
      session_id: LIVE,
      session_cwd: '/repo',
      agent_id: `${LIVE}-main`,
      agent_name: null,
    })
    expect(rows.map(({ line }) => line)).toEqual([null, null, 2])
    expect(next).toBeNull()
  })

  it('name the events that report them, which can be read by their ids', async () => {
    const [failed] = (await calls('failed=1')).calls
    const ids = [failed?.start_event_id, failed?.end_event_id].join(',')
    const { events } = await app.get<RouteAnswer<'GET /api/events'>>(`/api/events?id=${ids}`)
    expect(events.map(({ event_type, tool_name }) => [event_type, tool_name])).toEqual([
      ['PostToolUseFailure', 'Bash'],
      ['PreToolUse', 'Bash'],
    ])
    expect((await app.get<RouteAnswer<'GET /api/events'>>('/api/events?id=x,99999999')).events).toEqual([])
  })

  it('give the strip of a session, with the time in which its turns ran', async () => {
    const strip = await app.get<RouteAnswer<'GET /api/sessions/:id/strip'>>(`/api/sessions/${READ}/strip`)
    expect(strip).toMatchObject({ active_ms: 2000, calls: 2, edits: 1, failures: 0 })
  })

  it('that agents work on come with the first page only', async () => {
    const first = await calls('limit=1')
    expect(first.open).toMatchObject([{ tool_name: 'Read', target: '/repo/b.ts', state: 'running' }])
    const second = await calls(`limit=1&before=${first.next ?? ''}`)
    expect([second.open, targets(second)]).toEqual([[], ['/repo/a.ts']])
    const third = await calls(`limit=1&before=${second.next ?? ''}`)
    expect(targets(third)).toEqual(['/other/src/a.ts'])
    expect((await calls(`limit=1&before=${third.next ?? ''}`)).calls).toEqual([])
  })

  it.each([
    ['a session', `session_id=${READ}`, ['/other/src/a.ts']],
    ['a directory', 'cwd=/repo', ['go test ./...', '/repo/a.ts']],
    ['a tool', 'tool_name=Edit', ['/repo/a.ts', '/other/src/a.ts']],
    ['an agent', `agent_id=${LIVE}-main`, ['go test ./...', '/repo/a.ts']],
    ['failures', 'failed=1', ['go test ./...']],
    ['an agent CLI', 'providers=codex', []],
    ['the time', 'to=2026-11-02', ['/other/src/a.ts']],
    ['a text', 'q=go%20test', ['go test ./...']],
    ['an unknown cursor', 'before=what&failed=1', ['go test ./...']],
  ])('are filtered by %s', async (_, query, expected) => {
    expect(targets(await calls(query))).toEqual(expected)
  })

  it('without a result are listed for a session that is over', async () => {
    expect((await calls(`session_id=${READ}`)).open).toMatchObject([{ tool_name: 'Grep', state: 'unfinished' }])
    expect((await calls('tool_name=Grep')).open).toEqual([])
  })

  it('of an agent that waits for the user say so', async () => {
    await app.hook('PermissionRequest', {
      session_id: LIVE,
      tool_name: 'Read',
      tool_input: { file_path: '/repo/b.ts' },
    })
    expect((await calls('')).open).toMatchObject([{ target: '/repo/b.ts', state: 'waiting' }])
  })
})

describe('calls of one reply', () => {
  const SESSION = '22222222-2222-4333-8444-555555555553'
  const HELPER = 'helper'
  const hook = (kind: string, more: object = {}) => app.hook(kind, { session_id: SESSION, cwd: '/both', ...more })
  const read = (id: string) => ({ tool_name: 'Read', tool_use_id: id, tool_input: { file_path: `/both/${id}` } })
  const agent = { tool_name: 'Agent', tool_use_id: 'a', tool_input: { description: 'Check', prompt: 'Check it' } }
  const push = { tool_name: 'Bash', tool_input: { command: 'git push' } }
  const states = async () =>
    (await calls(`session_id=${SESSION}`)).open.map(({ id, state }) => `${id} ${state}`).toSorted()

  it('all run until each has its result', async () => {
    await hook('UserPromptSubmit', { prompt: 'read both' })
    await hook('PreToolUse', read('one'))
    await hook('PreToolUse', read('two'))
    await hook('PreToolUse', agent)
    expect(await states()).toEqual(['a running', 'one running', 'two running'])
    expect((await calls('cwd=/both')).open).toHaveLength(3)
    await hook('PostToolUse', read('two'))
    expect(await states()).toEqual(['a running', 'one running'])
  })

  it('of a subagent run beside those of the main agent, and only the one that asks waits', async () => {
    const as = { agent_id: HELPER, agent_type: 'Explore' }
    await hook('SubagentStart', as)
    await hook('PreToolUse', { ...as, ...read('three') })
    await hook('PreToolUse', { ...as, ...push, tool_use_id: 'push' })
    await hook('PermissionRequest', { ...as, ...push })
    expect(await states()).toEqual(['a running', 'one running', 'push waiting', 'three running'])
    await hook('PostToolUse', { ...as, ...push, tool_use_id: 'push' })
    expect(await states()).toEqual(['a running', 'one running', 'three running'])
  })

  it('are over with their turn', async () => {
    await hook('UserPromptSubmit', { prompt: 'again' })
    await hook('PreToolUse', read('four'))
    expect(await states()).toEqual(['a unfinished', 'four running', 'one unfinished', 'three running'])
  })
})

describe('the files of a session', () => {
  it('are relative to its directory and add up to its edits', async () => {
    const files = await app.get<RouteAnswer<'GET /api/sessions/:id/files'>>(`/api/sessions/${READ}/files`)
    expect(files).toEqual({
      files: [{ path: 'src/a.ts', added: 1, removed: 1, edits: 1, failures: 0 }],
      added: 1,
      removed: 1,
      edits: 1,
      failures: 0,
    })
    const { edits, total } = await app.get<RouteAnswer<'GET /api/sessions/:id/edits'>>(`/api/sessions/${READ}/edits`)
    expect(total).toBe(1)
    expect(edits).toMatchObject([
      { path: 'src/a.ts', line: 2, agent_id: `${READ}-main`, hunks: [{ old_start: 3, lines: [' a', '-b', '+c'] }] },
    ])
    const other = `/api/sessions/${READ}/edits?path=other`
    expect((await app.get<RouteAnswer<'GET /api/sessions/:id/edits'>>(other)).edits).toEqual([])
  })

  it('are none for a session without transcript', async () => {
    const { files } = await app.get<RouteAnswer<'GET /api/sessions/:id/files'>>(`/api/sessions/${LIVE}/files`)
    expect(files).toEqual([])
  })
})

it('a conversation is exported as Markdown with its name, directory and messages', async () => {
  const { status, text, headers } = await app.send(`/api/sessions/${READ}/conversation.md`)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[a-z0-9-]+\.md"$/)
  expect(text).toContain('- Directory: /other')
  expect(text).toContain('change it')
  expect(text).toContain('**Edit** `/other/src/a.ts`')
})
