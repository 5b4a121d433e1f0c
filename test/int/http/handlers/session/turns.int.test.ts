import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { type App, startApp } from '../../../../support/service/app.js'

type Turns = RouteAnswer<'GET /api/sessions/:id/turns'>['turns']

const ID = '22222222-2222-4333-8444-555555555553'
const START = Date.parse('2026-11-01T10:00:00.000Z')
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString()

let app: App
let transcript: string
beforeEach(async () => {
  app = await startApp()
  const project = join(app.claudeHome, 'projects', '-repo')
  mkdirSync(project, { recursive: true })
  transcript = join(project, `${ID}.jsonl`)
})
afterEach(() => app.close())

const line = (value: object): string => `${JSON.stringify({ sessionId: ID, cwd: '/repo', ...value })}\n`
const prompt = (seconds: number, content: string, more: object = {}) =>
  line({ type: 'user', timestamp: at(seconds), message: { role: 'user', content }, ...more })
const reply = (seconds: number, id: string, output: number, content: object[] = [{ type: 'text', text: 'ok' }]) =>
  line({
    type: 'assistant',
    timestamp: at(seconds),
    message: {
      id,
      role: 'assistant',
      model: 'claude-haiku-4-5',
      usage: { input_tokens: 10, output_tokens: output },
      content,
    },
  })
const edit = (id: string, path: string) => [
  { type: 'tool_use', id, name: 'Edit', input: { file_path: path, old_string: 'b', new_string: 'c\nd' } },
]
const result = (seconds: number, id: string, is_error = false) =>
  line({
    type: 'user',
    timestamp: at(seconds),
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error }] },
  })

const turns = async (): Promise<Turns> =>
  (await app.get<RouteAnswer<'GET /api/sessions/:id/turns'>>(`/api/sessions/${ID}/turns`)).turns
const says = async (...texts: string[]) => {
  writeFileSync(transcript, texts.join(''))
  await app.hook('SessionStart', { session_id: ID, cwd: '/repo', source: 'startup', transcript_path: transcript })
  await app.settled()
}

it('is what happened from one prompt to the next, with its cost, calls and changed files', async () => {
  await says(
    prompt(0, 'first'),
    reply(2, 'm1', 100, edit('toolu_01', '/repo/src/a.ts')),
    result(3, 'toolu_01'),
    reply(4, 'm2', 50, edit('toolu_02', '/repo/src/b.ts')),
    result(9, 'toolu_02', true),
    prompt(60, 'second'),
    reply(62, 'm3', 1000, edit('toolu_03', '/repo/src/a.ts')),
    result(63, 'toolu_03'),
    // Neither is a prompt of the user.
    prompt(64, '<task-notification>a task is done</task-notification>', { origin: { kind: 'task-notification' } }),
    prompt(65, 'what a tool adds', { isMeta: true }),
    reply(66, 'm4', 1),
  )
  const found = await until('the turns', async () => {
    const read = await turns()
    return read.at(-1)?.output_tokens === 1001 && read
  })
  expect(
    found.map(({ number, prompt: text, line: place, calls, failures }) => [number, text, place, calls, failures]),
  ).toEqual([
    [1, 'first', 1, 2, 1],
    [2, 'second', 6, 1, 0],
  ])
  expect(found.map(({ at: from, ended_at: to }) => [from, to])).toEqual([
    [at(0), at(9)],
    [at(60), at(63)],
  ])
  expect(found.map(({ files }) => files)).toEqual([
    [{ path: 'src/a.ts', added: 2, removed: 1 }],
    [{ path: 'src/a.ts', added: 2, removed: 1 }],
  ])
  const session = await app.get<{ cost: { total_cost: number } | null; session: { cost: number } }>(
    `/api/sessions/${ID}`,
  )
  const total = found.reduce((sum, { cost }) => sum + cost, 0)
  expect(total).toBeGreaterThan(0)
  expect(total).toBeCloseTo(session.session.cost, 9)
})

it('starts once for a prompt that its hook and its transcript report, whichever comes first', async () => {
  const hook = (text: string) => app.hook('UserPromptSubmit', { session_id: ID, cwd: '/repo', prompt: text })
  await hook('by  hook')
  expect((await turns()).map(({ prompt: text, line: place }) => [text, place])).toEqual([['by  hook', null]])
  const now = (Date.now() - START) / 1000
  await says(prompt(now, 'by hook'), prompt(now + 1, 'by transcript'))
  await hook('by transcript')
  await hook('by hook alone')
  const found = await until('the lines', async () => {
    const read = await turns()
    return read.length === 3 && read[0]?.line !== null && read
  })
  expect(found.map(({ prompt: text, line: place }) => `${text}: ${place}`).toSorted()).toEqual([
    'by hook alone: null',
    'by hook: 1',
    'by transcript: 2',
  ])
})

it('of a session without a prompt are none', async () => {
  await app.hook('SessionStart', { session_id: ID, cwd: '/repo', source: 'startup' })
  expect(await turns()).toEqual([])
})
