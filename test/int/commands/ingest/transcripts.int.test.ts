import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../support/agents/until.js'
import { type App, startApp } from '../../../support/service/app.js'

const PARENT = '11111111-1111-4111-8111-111111111111'
const FORK = '22222222-2222-4222-8222-222222222222'

const prompt = (session: string, n: number) =>
  JSON.stringify({
    type: 'user',
    sessionId: session,
    uuid: `u${n}`,
    parentUuid: null,
    cwd: '/repo',
    timestamp: `2026-11-01T10:${String(n).padStart(2, '0')}:00.000Z`,
    message: { role: 'user', content: `prompt ${n}` },
  })
/** A reply on one line, with 10 input and 5 output tokens. */
const reply = (session: string, n: number, content: readonly object[] = [{ type: 'text', text: `reply ${n}` }]) =>
  JSON.stringify({
    type: 'assistant',
    sessionId: session,
    uuid: `a${n}`,
    parentUuid: `u${n}`,
    cwd: '/repo',
    timestamp: `2026-11-01T10:${String(n).padStart(2, '0')}:30.000Z`,
    requestId: `req_${n}`,
    message: {
      id: `msg_${n}`,
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content,
      stop_reason: null,
      usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
    },
  })
const turns = (session: string, from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `${prompt(session, from + i)}\n${reply(session, from + i)}\n`).join('')

let app: App
let project: string
beforeEach(async () => {
  app = await startApp()
  project = join(app.claudeHome, 'projects', '-repo')
  mkdirSync(project, { recursive: true })
})
afterEach(() => app.close())

const file = (session: string) => join(project, `${session}.jsonl`)
const stats = () =>
  app.get<{ tokens: { input_tokens: number; output_tokens: number }; total_sessions: number }>('/api/stats')
const messages = (n: number) =>
  until(`${n} messages counted`, async () => (await stats()).tokens.input_tokens === n * 10 && (await stats()))
/** A hook that names the transcript. Changes reported by the file system are tested with the real CLIs. */
const nudge = (session: string) => app.hook('Stop', { session_id: session, transcript_path: file(session) })
const texts = async (session: string): Promise<string> =>
  (await app.send(`/api/sessions/${session}/transcript?limit=200`)).text
const logged = (): number => {
  const database = new Database(join(app.folder, 'data', 'switchyard.db'), { readonly: true })
  const { n } = database.prepare('select count(*) as n from log').get() as { n: number }
  database.close()
  return n
}

it('a session has the branch of its newest line', async () => {
  const on = (line: string, gitBranch: string): string => `${JSON.stringify({ ...JSON.parse(line), gitBranch })}\n`
  writeFileSync(file(PARENT), on(prompt(PARENT, 0), 'main') + on(reply(PARENT, 0), 'feat/login'))
  await nudge(PARENT)
  await messages(1)
  const { session } = await app.get<{ session: { git_branch: string } }>(`/api/sessions/${PARENT}`)
  expect(session.git_branch).toBe('feat/login')
})

describe('a transcript that grows while it is watched', () => {
  it('is read line by line, and a partial line once it is complete', async () => {
    writeFileSync(file(PARENT), turns(PARENT, 0, 2))
    await messages(2)
    const line = `${reply(PARENT, 2)}\n`
    appendFileSync(file(PARENT), `${prompt(PARENT, 2)}\n${line.slice(0, 100)}`)
    await nudge(PARENT)
    await app.settled()
    expect((await stats()).tokens.input_tokens).toBe(20)
    appendFileSync(file(PARENT), line.slice(100))
    await messages(3)
    expect(await texts(PARENT)).toContain('reply 2')
  })

  it('is read to its end without a final newline', async () => {
    writeFileSync(file(PARENT), turns(PARENT, 0, 1) + reply(PARENT, 1))
    await messages(2)
  })

  it('is not counted twice when it is rewritten, replaced or moved', async () => {
    writeFileSync(file(PARENT), turns(PARENT, 0, 4))
    await messages(4)
    writeFileSync(file(PARENT), turns(PARENT, 0, 2))
    await nudge(PARENT)
    await app.settled()
    writeFileSync(`${file(PARENT)}.new`, turns(PARENT, 0, 6))
    renameSync(`${file(PARENT)}.new`, file(PARENT))
    await messages(6)
    mkdirSync(join(app.claudeHome, 'projects', '-moved'))
    renameSync(file(PARENT), join(app.claudeHome, 'projects', '-moved', `${PARENT}.jsonl`))
    await app.hook('Stop', {
      session_id: PARENT,
      transcript_path: join(app.claudeHome, 'projects', '-moved', `${PARENT}.jsonl`),
    })
    await app.settled()
    expect((await stats()).tokens.input_tokens).toBe(60)
    expect((await stats()).total_sessions).toBe(1)
  })

  it('is read without its invalid lines, and with CRLF line ends', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"type":"user"\r\n'),
      Buffer.from([0xff, 0xfe, 0x0a]),
      Buffer.from('[]\n5\n\u0000\n\n'),
      Buffer.from(turns(PARENT, 0, 2).replaceAll('\n', '\r\n')),
      Buffer.from('not json at all\n'),
      Buffer.from(turns(PARENT, 2, 3)),
    ])
    writeFileSync(file(PARENT), bytes)
    await messages(3)
    expect(app.complaints).toEqual([])
  })

  it('is ignored when it is deleted or replaced by a link', async () => {
    writeFileSync(file(PARENT), turns(PARENT, 0, 1))
    await messages(1)
    rmSync(file(PARENT))
    symlinkSync('/dev/zero', file(PARENT))
    await nudge(PARENT)
    await app.settled()
    expect((await stats()).tokens.input_tokens).toBe(10)
    expect(app.complaints).toEqual([])
  })
})

describe('deduplication', () => {
  it('counts the messages and tool calls that a fork copies once, in the parent', async () => {
    const call = [{ type: 'tool_use', id: 'toolu_0000000000000042', name: 'Bash', input: { command: 'ls' } }]
    const shared = (session: string) => `${prompt(session, 0)}\n${reply(session, 0, call)}\n`
    writeFileSync(file(PARENT), shared(PARENT))
    await messages(1)
    writeFileSync(file(FORK), shared(FORK) + turns(FORK, 1, 2))
    await messages(2)
    const tokens = async (session: string) =>
      (await app.get<{ tokens: { input_tokens: number } }>(`/api/sessions/${session}/stats`)).tokens.input_tokens
    expect([await tokens(PARENT), await tokens(FORK)]).toEqual([10, 10])
    const calls = async (session: string) =>
      (await app.get<{ tool_call_count: number }>(`/api/sessions/${session}/stats`)).tool_call_count
    expect([await calls(PARENT), await calls(FORK)]).toEqual([1, 0])
  })

  it('stores one event for a tool call in both a hook and the transcript', async () => {
    const call = [{ type: 'tool_use', id: 'toolu_0000000000000043', name: 'Bash', input: { command: 'ls' } }]
    writeFileSync(file(PARENT), `${prompt(PARENT, 0)}\n${reply(PARENT, 0, call)}\n`)
    await messages(1)
    await app.hook('PreToolUse', {
      session_id: PARENT,
      tool_name: 'Bash',
      tool_use_id: 'toolu_0000000000000043',
      tool_input: {},
    })
    const { events } = await app.get<{ events: { event_type: string }[] }>(`/api/events?session_id=${PARENT}`)
    expect(events.filter(({ event_type }) => event_type === 'PreToolUse')).toHaveLength(1)
  })
})

describe('out-of-order lines', () => {
  it('a result that is read before its tool call gets the tool name from the later call', async () => {
    const id = 'toolu_0000000000000044'
    const content = [{ type: 'tool_result', tool_use_id: id, is_error: true, content: 'no such file' }]
    const result = { ...(JSON.parse(prompt(PARENT, 1)) as object), message: { role: 'user', content } }
    const post = async () => {
      const { events } = await app.get<{ events: Record<string, unknown>[] }>(`/api/events?session_id=${PARENT}`)
      return events.find(({ event_type }) => event_type === 'PostToolUseFailure')
    }
    writeFileSync(file(PARENT), `${JSON.stringify(result)}\n`)
    await until('the result', post)
    expect(await post()).toMatchObject({ tool_name: null, summary: 'Tool failed: unknown: no such file' })
    const call = [{ type: 'tool_use', id, name: 'Read', input: { file_path: '/none' } }]
    appendFileSync(file(PARENT), `${reply(PARENT, 0, call)}\n`)
    await messages(1)
    expect(await post()).toMatchObject({ tool_name: 'Read', summary: 'Tool failed: Read: no such file' })
    const { tools_used } = await app.get<{ tools_used: unknown }>(`/api/sessions/${PARENT}/stats`)
    expect(tools_used).toEqual([{ tool_name: 'Read', count: 1 }])
  })
})

describe('after a restart', () => {
  const restarted = async (before: () => void): Promise<void> => {
    const { folder } = app
    await app.close()
    before()
    app = await startApp({}, folder)
    await app.imported
    await app.settled()
  }

  it('nothing is logged without new lines, even if all cursors are lost', async () => {
    const { folder } = app
    await app.close()
    app = await startApp({}, folder)
    mkdirSync(project, { recursive: true })
    writeFileSync(file(PARENT), turns(PARENT, 0, 5))
    await messages(5)
    await restarted(() => undefined)
    const known = logged()
    await restarted(() => {
      const database = new Database(join(folder, 'data', 'switchyard.db'))
      database.exec('delete from transcript_file')
      database.close()
    })
    expect(logged()).toBe(known)
    expect((await stats()).tokens.input_tokens).toBe(50)
    await restarted(() => undefined)
    expect(logged()).toBe(known)
    await app.close()
    rmSync(folder, { recursive: true, force: true })
    app = await startApp()
  })

  it('a transcript that ends with a partial line is not re-read until it grows', async () => {
    const { folder } = app
    await app.close()
    mkdirSync(project, { recursive: true })
    const whole = reply(PARENT, 1)
    writeFileSync(file(PARENT), turns(PARENT, 0, 1) + whole.slice(0, 80))
    // This file has no complete line.
    writeFileSync(file(FORK), whole.slice(0, 80))
    app = await startApp({}, folder)
    const counters = async () => (await app.imported)?.counters
    expect(await counters()).toMatchObject({ scanned: 2, files: 2, unchanged: 0 })
    await restarted(() => undefined)
    expect(await counters()).toMatchObject({ scanned: 2, files: 0, unchanged: 2 })
    await restarted(() => appendFileSync(file(PARENT), `${whole.slice(80)}\n`))
    expect(await counters()).toMatchObject({ scanned: 2, files: 1, unchanged: 1 })
    expect(await texts(PARENT)).toContain('reply 1')
    await app.close()
    rmSync(folder, { recursive: true, force: true })
    app = await startApp()
  })
})
