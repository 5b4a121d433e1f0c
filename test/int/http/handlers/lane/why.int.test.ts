import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { at, editLines, START } from '../../../../support/transcripts/edit-lines.js'
import { meta, rolloutPath, rolloutText, write } from '../../../../support/transcripts/rollouts.js'

type Why = RouteAnswer<'GET /api/lanes/:id/why'>

const ID = '22222222-2222-4333-8444-555555555554'
const CODEX = '0a9ab4cd-1111-7000-8000-000000000009'

let app: App
let root: string
let work: TestRepository
let lane: number
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-why-')))
  const shop = repositoryAt(join(root, 'shop'), { 'cart.ts': 'one\ntwo\nthree\n' })
  shop.git('worktree', 'add', '-q', '-b', 'cards', join(root, 'cards'), 'main')
  work = openedAt(join(root, 'cards'))
  app = await startApp({ HOME: root }, root)
  const made = await app.send<{ lane: { id: number } }>('/api/lanes', {
    method: 'POST',
    body: { cwd: work.path, title: 'Gift cards', base_branch: 'main' },
  })
  lane = made.json.lane.id
})
afterEach(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const why = (query: string) => app.send<Why>(`/api/lanes/${lane}/why?${query}`)
const prompt = (seconds: number, content: string): string => editLines(ID, work.path).prompt(seconds, content)
const call: ReturnType<typeof editLines>['call'] = (...given) => editLines(ID, work.path).call(...given)
const wroteIn = async (...texts: string[]) => {
  const project = join(app.claudeHome, 'projects', '-cards')
  mkdirSync(project, { recursive: true })
  const transcript = join(project, `${ID}.jsonl`)
  writeFileSync(transcript, texts.join(''))
  await app.hook('SessionStart', { session_id: ID, cwd: work.path, source: 'startup', transcript_path: transcript })
  await app.settled()
}
const file = () => join(work.path, 'cart.ts')

it('is the edit that wrote a line, with its turn', async () => {
  const edit = (lines: string[], oldStart: number) => [{ oldStart, newStart: oldStart, lines }]
  await wroteIn(
    prompt(0, 'add a line'),
    call(1, 'toolu_01', 'Edit', { file_path: file() }, edit([' one', '+first', ' two'], 1)),
    call(3, 'toolu_02', 'Edit', { file_path: file() }, edit([' two', '-three', '+THREE'], 3), true),
    prompt(60, 'and another one'),
    call(61, 'toolu_03', 'Edit', { file_path: file() }, edit([' first', '+second', '+third', ' two'], 2)),
  )
  work.write('cart.ts', 'one\nfirst\nsecond\nthird\ntwo\nthree\n')
  const ranges = await until('the edits', async () => {
    const { json } = await why('path=cart.ts&line=1&count=9')
    return json.ranges.length === 4 && json.ranges
  })
  expect(ranges.map(({ from, to, edit: found }) => [from, to, found?.call_id, found?.turn?.number])).toEqual([
    [1, 1, undefined, undefined],
    [2, 2, 'toolu_01', 1],
    [3, 4, 'toolu_03', 2],
    [5, 6, undefined, undefined],
  ])
  expect(ranges[2]?.edit).toMatchObject({
    session_id: ID,
    agent_id: `${ID}-main`,
    tool: 'Edit',
    at: at(61),
    line: 7,
    turn: { prompt: 'and another one', at: at(60), line: 6, calls: 1 },
  })
  expect(ranges[2]?.edit?.turn?.cost).toBeGreaterThan(0)
  // Something else changes the file: only what is still sure has an owner.
  work.write('cart.ts', 'one\nSECOND\nthird\ntwo\nthree\n')
  expect(
    (await why('path=cart.ts&line=2&count=2')).json.ranges.map(({ from, edit: found }) => [from, found?.call_id]),
  ).toEqual([
    [2, undefined],
    [3, 'toolu_03'],
  ])
})

it('names the command during which the file was last written, for lines that no edit wrote', async () => {
  const command = 'npm run format'
  await wroteIn(
    prompt(0, 'format it'),
    call(10, 'toolu_01', 'Bash', { command }, []),
    call(20, 'toolu_02', 'Bash', { command: 'ls' }, []),
    call(20, 'toolu_03', 'Bash', { command: 'pwd' }, []),
  )
  work.write('cart.ts', 'one;\ntwo\nthree\n')
  const commandAt = async (seconds: number) => {
    const when = (START + seconds * 1000) / 1000
    utimesSync(file(), when, when)
    return (await why('path=cart.ts&line=1')).json.command
  }
  await until('the calls', async () => (await commandAt(10.5)) !== null)
  expect(await commandAt(10.5)).toEqual({
    session_id: ID,
    session_name: 'format it',
    agent_id: `${ID}-main`,
    call_id: 'toolu_01',
    command,
    at: at(10),
    line: 2,
  })
  // After its end, and while two ran, nobody knows.
  expect([await commandAt(12), await commandAt(20.5)]).toEqual([null, null])
})

it('is found in the patches of Codex, and of long files', async () => {
  const long = Array.from({ length: 900 }, (_, i) => `line ${i}`)
  const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
  const apply = (id: string, input: string) => [
    ['response_item', { type: 'custom_tool_call', call_id: id, name: 'apply_patch', input }] as const,
    ['response_item', { type: 'custom_tool_call_output', call_id: id, output: 'Success' }] as const,
  ]
  write(
    rolloutPath(join(root, 'codex'), CODEX),
    rolloutText(
      [
        meta(CODEX, { cwd: work.path }),
        ...apply('call_1', patch('*** Add File: new.ts', ...long.map((text) => `+${text}`))),
        ...apply('call_2', patch('*** Update File: new.ts', '@@', ' line 700', '-line 701', '+changed', ' line 702')),
      ],
      START,
    ),
  )
  work.write('new.ts', `${long.map((text) => (text === 'line 701' ? 'changed' : text)).join('\n')}\n`)
  await app.send('/api/import/rescan', { method: 'POST', body: {} })
  await app.settled()
  const ranges = await until('the edits', async () => {
    const { json } = await why('path=new.ts&line=1&count=2000')
    return json.ranges.length === 3 && json.ranges
  })
  expect(ranges.map(({ from, to, edit }) => [from, to, edit?.call_id])).toEqual([
    [1, 701, 'call_1'],
    [702, 702, 'call_2'],
    [703, 900, 'call_1'],
  ])
})

it('is nothing for a file that is missing, binary or secret, and refused outside of the lane', async () => {
  work.write('image.bin', 'a\0b')
  work.write('.claude/settings.local.json', '{}\n')
  for (const path of ['none.ts', 'image.bin', '.claude/settings.local.json'])
    expect((await why(`path=${path}`)).json.ranges).toEqual([])
  for (const path of ['../shop/cart.ts', '/etc/hostname', '.git/config', ''])
    expect((await why(`path=${encodeURIComponent(path)}`)).json).toMatchObject({ error: { code: 'ENOFILECHANGE' } })
})
