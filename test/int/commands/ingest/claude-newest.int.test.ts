import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../src/http/contract/index.js'
import { until } from '../../../support/agents/until.js'
import { type App, startApp } from '../../../support/service/app.js'

const ONE = '11111111-1111-4111-8111-111111111111'
const TWO = '22222222-2222-4222-8222-222222222222'

let app: App
let project: string
beforeEach(async () => {
  app = await startApp()
  project = join(app.claudeHome, 'projects', '-repo')
  mkdirSync(project, { recursive: true })
})
afterEach(() => app.close())

const started = Date.now() - 60_000
/** A line as the CLI writes it, a second after the one before. */
const line = (session: string, n: number, fields: object): object => ({
  parentUuid: n === 0 ? null : `u${n - 1}`,
  uuid: `u${n}`,
  sessionId: session,
  cwd: '/repo',
  timestamp: new Date(started + n * 1000).toISOString(),
  ...fields,
})
const said = (content: string): object => ({ type: 'user', message: { role: 'user', content } })
const replied = (text: string, more: object = {}): object => ({
  type: 'assistant',
  message: {
    id: `msg_${text.replaceAll(' ', '_')}`,
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    stop_reason: 'end_turn',
    content: [{ type: 'text', text }],
    usage: { input_tokens: 100, output_tokens: 10 },
    ...more,
  },
})
const write = (session: string, text: string): void => writeFileSync(join(project, `${session}.jsonl`), text)
const lines = (session: string, fields: readonly object[]): string =>
  fields.map((one, n) => `${JSON.stringify(line(session, n, one))}\n`).join('')

type Page = RouteAnswer<'GET /api/sessions/:id/transcript'>
const conversation = async (session: string, messages: number): Promise<Page['messages']> => {
  let page: Page | undefined
  await until(`${messages} messages of ${session}`, async () => {
    const { status, json } = await app.send<Page>(`/api/sessions/${session}/transcript`)
    page = json
    return status === 200 && json.total === messages
  })
  await app.settled()
  return page?.messages ?? []
}
const words = (messages: Page['messages']) => messages.map(({ content }) => content[0]?.text)
const row = async (session: string) =>
  (await app.get<RouteAnswer<'GET /api/sessions/:id'>>(`/api/sessions/${session}`)).session

describe('the conversation of a Claude Code session', () => {
  it('marks the turns that were taken back', async () => {
    const turns = [said('first'), replied('one'), said('wrong way'), replied('two')]
    write(ONE, lines(ONE, [...turns, { ...said('right way'), parentUuid: 'u1' }, replied('three')]))
    const messages = await conversation(ONE, 6)
    expect(messages.filter(({ reverted }) => reverted === true).map(({ content }) => content[0]?.text)).toEqual([
      'wrong way',
      'two',
    ])
  })

  it('shows a record once that the CLI wrote again', async () => {
    const history = lines(ONE, [said('only once'), replied('one')])
    const next = lines(ONE, [said('only once'), replied('one'), replied('two')]).slice(history.length)
    write(ONE, `${history}${history}${history}${next}`)
    expect(words(await conversation(ONE, 3))).toEqual(['only once', 'one', 'two'])
  })

  it('has the prompt that was appended to a torn line', async () => {
    const [first = '', torn = '', rest = ''] = lines(ONE, [said('before'), replied('lost'), said('after')]).split('\n')
    write(ONE, `${first}\n${torn.slice(0, 80)}${rest}\n`)
    expect(words(await conversation(ONE, 2))).toEqual(['before', 'after'])
  })
})

describe('a session that its user moved to the background', () => {
  it('does not wait, and both sides name each other', async () => {
    const moved = { type: 'continued-in', continuedInSessionId: TWO }
    write(ONE, lines(ONE, [said('work'), replied('one'), moved]))
    write(TWO, lines(TWO, [said('go on'), replied('two')]))
    await conversation(ONE, 3)
    await conversation(TWO, 2)
    expect(await row(ONE)).toMatchObject({ status: 'completed', awaiting_input_since: null, continued_in: TWO })
    expect(await row(TWO)).toMatchObject({ continued_from: ONE, continued_in: null })
  })
})

describe('a spare process of the CLI', () => {
  it('is listed when it gets its first prompt', async () => {
    const of = { session_id: ONE, cwd: '/repo' }
    await app.hook('SessionStart', { ...of, source: 'startup', agent_type: 'claude' })
    const listed = async () =>
      (await app.get<RouteAnswer<'GET /api/sessions'>>('/api/sessions')).sessions.map(({ id }) => id)
    expect(await listed()).toEqual([])
    await app.hook('UserPromptSubmit', { ...of, prompt: 'do it' })
    expect(await listed()).toEqual([ONE])
    expect(await row(ONE)).toMatchObject({ name: 'do it', situation: 'working' })
  })

  it('is told from a session that somebody started', async () => {
    await app.hook('SessionStart', { session_id: TWO, cwd: '/repo', source: 'startup' })
    expect(await row(TWO)).toMatchObject({ situation: 'ready' })
  })
})

describe('the cost that the CLI reports', () => {
  it('is the largest of its amounts, compared with that of the replies', async () => {
    const amount = (totalCostUSD: number): object => ({ type: 'cost-state', totalCostUSD, hasUnknownModelCost: false })
    write(ONE, lines(ONE, [said('work'), replied('one'), amount(0.01), replied('two'), amount(0.5)]))
    await conversation(ONE, 3)
    const cost = await app.get<RouteAnswer<'GET /api/pricing/cost/:sessionId'>>(`/api/pricing/cost/${ONE}`)
    expect(cost.reported_by_cli).toMatchObject({ total_cost: 0.5, is_complete: true, includes_original: false })
    expect(cost.reported_by_cli?.difference).toBeCloseTo(0.5 - cost.total_cost)
  })

  it('is absent when the CLI reports none', async () => {
    write(ONE, lines(ONE, [said('work'), replied('one')]))
    await conversation(ONE, 2)
    expect(await app.get(`/api/pricing/cost/${ONE}`)).not.toHaveProperty('reported_by_cli')
  })
})

describe('a helper of the CLI', () => {
  it('is no subagent, and an old subagent has the name of its task', async () => {
    const call = {
      type: 'tool_use',
      id: 'toolu_0123456789abcdef',
      name: 'Task',
      input: { description: 'Find it', prompt: 'x' },
    }
    const result = { type: 'tool_result', tool_use_id: call.id, content: 'done' }
    write(
      ONE,
      lines(ONE, [
        said('work'),
        replied('one', { content: [call], stop_reason: 'tool_use' }),
        { type: 'user', message: { role: 'user', content: [result] }, toolUseResult: { agentId: 'a1b2c3d' } },
      ]),
    )
    const folder = join(project, ONE, 'subagents')
    mkdirSync(folder, { recursive: true })
    for (const agentId of ['a1b2c3d', 'acompact-70d8e7', 'aprompt_suggestion-a12dbf']) {
      const own = [said('go'), replied(agentId)].map((one) => ({ ...one, agentId, isSidechain: true, uuid: undefined }))
      writeFileSync(join(folder, `agent-${agentId}.jsonl`), lines(ONE, own))
    }
    await conversation(ONE, 3)
    await until('the tokens of all files', async () => {
      const { tokens } = await app.get<RouteAnswer<'GET /api/sessions/:id/stats'>>(`/api/sessions/${ONE}/stats`)
      return tokens.input_tokens === 400
    })
    const { agents } = await app.get<RouteAnswer<'GET /api/sessions/:id'>>(`/api/sessions/${ONE}`)
    expect(agents.filter(({ type }) => type === 'subagent').map(({ name }) => name)).toEqual(['Find it'])
  })
})
