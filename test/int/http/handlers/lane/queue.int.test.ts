import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeScriptedAgent } from '../../../../support/agents/scripted-agent.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { endServer, hasTmux, tmuxOf } from '../../../../support/tmux/panes.js'

interface Message {
  readonly id: string
  readonly slot: number | null
  readonly text: string
  readonly held: string | null
}
interface Answer {
  readonly lane: { readonly id: number }
  readonly run_id: string
  readonly message: Message
  readonly error?: { readonly code: string }
}

let root: string
let app: App
let lane: number
const dataDir = (): string => join(root, 'data')
const open = async (): Promise<void> => {
  app = await startApp({ PATH: `${join(root, 'bin')}:${process.env['PATH']}`, HOME: root, SHELL: '/bin/sh' }, root)
}
const call = async (method: string, path: string, body?: object) => {
  const { status, json } = await app.send<Answer>(path, body === undefined ? { method } : { method, body })
  return { status, ...json }
}
const path = (id = ''): string => `/api/lanes/${lane}/queue${id === '' ? '' : `/${id}`}`
const add = async (text: string, slot?: number): Promise<string> =>
  (await call('POST', path(), { text, slot })).message.id
const waiting = async (): Promise<readonly Message[]> => (await app.get<{ queue: readonly Message[] }>(path())).queue
const texts = async () => (await waiting()).map(({ text }) => text)
const codeOf = ({ status, error }: Awaited<ReturnType<typeof call>>) => [status, error?.code]

/** Starts an agent and returns what reports its hooks. Each agent has a session of its own. */
const start = async (slot = 0) => {
  const { run_id: run } = await call('POST', `/api/lanes/${lane}/start`, { slot })
  const session = `3a0ee5a8-2a2c-4fd0-8d3c-00000000000${slot}`
  const report = async (type: string, members: object = {}): Promise<void> => {
    const data = { session_id: session, cwd: join(root, 'shop'), hook_event_name: type, ...members }
    const headers = { 'x-svc-run': run, 'x-svc-lane': String(lane) }
    await app.send('/api/hooks', { method: 'POST', body: { hook_type: type, data }, headers })
  }
  await report('SessionStart')
  return {
    run,
    works: () => report('UserPromptSubmit', { prompt: 'go' }),
    ends: () => report('Stop'),
    fails: () => report('StopFailure', { error: 'rate_limit' }),
  }
}
const sentTo = (slot = 0): readonly string[] => {
  const log = join(root, `log.${lane}.${slot}`)
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
  return lines.flatMap((line) => (JSON.parse(line) as { sent?: string }).sent ?? [])
}
const untilSent = (count: number, slot = 0) =>
  until(`${count} messages in slot ${slot}`, () => sentTo(slot).length >= count && sentTo(slot))

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-queue-')))
  mkdirSync(join(root, 'bin'))
  mkdirSync(join(root, 'shop'))
  writeScriptedAgent(join(root, 'bin', 'claude'))
  await open()
  lane = (await call('POST', '/api/lanes', { cwd: join(root, 'shop') })).lane.id
})
afterEach(async () => {
  await app.close()
  if (hasTmux) endServer(dataDir())
  rmSync(root, { recursive: true, force: true })
})

describe.skipIf(!hasTmux)('messages that wait', () => {
  it('are sent one for each turn, when it has ended, in their order', async () => {
    const agent = await start()
    await agent.works()
    await add('first')
    await add('!second')
    expect([await texts(), sentTo()]).toEqual([['first', 'Message: !second'], []])
    await agent.ends()
    expect(await untilSent(1)).toEqual(['first'])
    // Its session has not reported the new turn yet, so it looks as if it were at rest.
    await agent.works()
    expect(await texts()).toEqual(['Message: !second'])
    await agent.ends()
    expect(await untilSent(2)).toEqual(['first', 'Message: !second'])
    await until('an empty queue', async () => (await waiting()).length === 0)
  })

  it('reach an agent at rest at once, each the one they are for', async () => {
    await start(1)
    const second = await start(2)
    await second.works()
    await add('for the lowest')
    await add('for the second', 2)
    expect(await untilSent(1, 1)).toEqual(['for the lowest'])
    expect(sentTo(2)).toEqual([])
    await second.ends()
    expect(await untilSent(1, 2)).toEqual(['for the second'])
  })

  it('can be changed and removed until they are sent, and not afterwards', async () => {
    const agent = await start()
    await agent.works()
    const [first, second] = [await add('typo'), await add('not needed')]
    expect((await call('PATCH', path(first), { text: 'fixed' })).message).toMatchObject({ id: first, text: 'fixed' })
    expect((await call('DELETE', path(second))).status).toBe(200)
    expect(codeOf(await call('DELETE', path(second)))).toEqual([404, 'ENOTFOUND'])
    await agent.ends()
    expect(await untilSent(1)).toEqual(['fixed'])
    expect(codeOf(await call('PATCH', path(first), { text: 'too late' }))).toEqual([404, 'ENOTFOUND'])
    expect(codeOf(await call('POST', `${path(first)}/send`, {}))).toEqual([404, 'ENOTFOUND'])
  })

  it('stay after a turn that failed, say why, and are sent on request', async () => {
    const agent = await start()
    await agent.works()
    const id = await add('then the docs')
    await agent.fails()
    const [held] = await until('the reason', async () => {
      const queue = await waiting()
      return queue[0]?.held !== null && queue
    })
    expect(held?.held).toBe('the last turn of the agent failed')
    expect(sentTo()).toEqual([])
    expect(await call('POST', `${path(id)}/send`, {})).toMatchObject({ status: 200, run_id: agent.run, slot: 0 })
    expect([await untilSent(1), await waiting()]).toEqual([['then the docs'], []])
  })

  it('continue a failed turn at a time, unless the agent does before', async () => {
    const agent = await start()
    const retry = (at: string | null) => call('POST', `/api/lanes/${lane}/retry`, { slot: 0, at })
    const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()
    await agent.works()
    expect(codeOf(await retry(inMs(60_000)))).toEqual([409, 'ENOTREADY'])
    await agent.fails()
    for (const at of ['soon', inMs(9 * 86_400_000)]) expect(codeOf(await retry(at))).toEqual([400, 'EBADFIELD'])
    const later = await retry(inMs(3_600_000))
    expect([later.status, later.message.text, await texts()]).toEqual([202, 'Continue.', ['Continue.']])
    // The failed turn says when it continues.
    const { decisions } = await app.get<{ decisions: { error: { retry: { message: string } | null } | null }[] }>(
      '/api/decisions',
    )
    expect(decisions.map(({ error }) => error?.retry?.message)).toEqual([later.message.id])
    // A new time replaces the one before.
    const sooner = await retry(inMs(1500))
    expect((await waiting()).map(({ id }) => id)).toEqual([sooner.message.id])
    await until('the message', () => sentTo().includes('Continue.'))
    expect(await texts()).toEqual([])
    // The user was faster.
    await agent.works()
    await agent.fails()
    await retry(inMs(2000))
    await agent.works()
    await until('an empty queue', async () => (await texts()).length === 0)
    expect(sentTo().filter((text) => text === 'Continue.')).toHaveLength(1)
  })

  it('stay while the input line has a text of the user, and are sent when it is free', async () => {
    writeFileSync(join(root, 'agent.json'), JSON.stringify({ draft: 'half a thought' }))
    await start()
    await add('next')
    const [held] = await until('the reason', async () => {
      const queue = await waiting()
      return queue[0]?.held !== null && queue
    })
    expect([held?.held, sentTo()]).toEqual([expect.stringContaining('a text that was not sent'), []])
    tmuxOf(dataDir())('send-keys', '-t', `=lane-${lane}-0:`, 'Enter')
    expect(await untilSent(2)).toEqual(['half a thought', 'next'])
  })

  it('are commands of the agent only on request', async () => {
    const agent = await start()
    await agent.works()
    const command = async (text: string) => codeOf(await call('POST', path(), { text, command: true }))
    expect(await command('compact')).toEqual([400, 'EBADMESSAGE'])
    expect(await command('/compact\nand more')).toEqual([400, 'EBADMESSAGE'])
    expect(codeOf(await call('POST', path(), { text: '/compact', command: 'yes' }))).toEqual([400, 'EBADFIELD'])
    expect(await command('/compact keep the plan')).toEqual([201, undefined])
    const [waits] = await waiting()
    expect(codeOf(await call('PATCH', path(waits?.id), { text: 'no command' }))).toEqual([400, 'EBADMESSAGE'])
    await agent.ends()
    expect(await untilSent(1)).toEqual(['/compact keep the plan'])
  })

  it('survive the service', async () => {
    const agent = await start()
    await agent.works()
    await add('after the restart')
    await app.close()
    await open()
    expect(await texts()).toEqual(['after the restart'])
    await agent.ends()
    expect(await untilSent(1)).toEqual(['after the restart'])
  })

  it('are at most 20, and only for an agent that runs', async () => {
    expect(codeOf(await call('POST', path(), { text: 'x' }))).toEqual([409, 'ENOPANE'])
    const agent = await start()
    await agent.works()
    expect(codeOf(await call('POST', path(), { text: 'x', slot: 3 }))).toEqual([409, 'ENOPANE'])
    for (let n = 0; n < 20; n++) await add(`message ${n}`)
    expect(codeOf(await call('POST', path(), { text: 'one more' }))).toEqual([400, 'EBADFIELD'])
    await call('POST', `/api/lanes/${lane}/stop`, { slot: 0 })
    expect((await call('DELETE', `/api/lanes/${lane}`)).status).toBe(200)
    expect(codeOf(await call('GET', path()))).toEqual([404, 'ENOLANE'])
  })
})
