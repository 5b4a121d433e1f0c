import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RouteAnswer } from '../../../../../src/http/contract/index.js'
import { until } from '../../../../support/agents/until.js'
import { openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'
import { editLines } from '../../../../support/transcripts/edit-lines.js'

type Plan = RouteAnswer<'GET /api/lanes/:id/git/commit-turns'>

const ID = '22222222-2222-4333-8444-555555555551'

let app: App
let root: string
let work: TestRepository
let lane: number
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-turns-')))
  const shop = repositoryAt(join(root, 'shop'), { 'cart.ts': 'one\ntwo\nthree\n', 'old.ts': 'old\n' })
  shop.git('config', 'user.name', 'Ada')
  shop.git('config', 'user.email', 'ada@localhost')
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

/** Two turns edit a tracked file, the second also writes a new one; a file is deleted and another is written by hand. */
const worked = async () => {
  const { prompt, call } = editLines(ID, work.path)
  const named = (path: string) => ({ file_path: join(work.path, path) })
  const project = join(app.claudeHome, 'projects', '-cards')
  mkdirSync(project, { recursive: true })
  const transcript = join(project, `${ID}.jsonl`)
  const created = { ...named('new.ts'), content: 'new\n' }
  writeFileSync(
    transcript,
    [
      prompt(0, 'Add a first line. It is needed'),
      call(1, 'toolu_01', 'Edit', named('cart.ts'), [{ oldStart: 1, newStart: 1, lines: [' one', '+first', ' two'] }]),
      prompt(60, 'Add a second line'),
      call(61, 'toolu_02', 'Edit', named('cart.ts'), [
        { oldStart: 2, newStart: 2, lines: [' first', '+second', ' two'] },
      ]),
      call(63, 'toolu_03', 'Write', created, []),
    ].join(''),
  )
  work.write('cart.ts', 'one\nfirst\nsecond\ntwo\nthree\n')
  work.write('new.ts', 'new\n')
  work.write('by-hand.txt', 'hand\n')
  rmSync(join(work.path, 'old.ts'))
  await app.hook('SessionStart', { session_id: ID, cwd: work.path, source: 'startup', transcript_path: transcript })
  await app.settled()
  return until('the turns', async () => {
    const { json } = await app.send<Plan>(`/api/lanes/${lane}/git/commit-turns`)
    return json.commits.length === 3 && json
  })
}
const commit = (body: object) =>
  app.send<{ error: { code: string }; commits: { commit: string; message: string }[] }>(
    `/api/lanes/${lane}/git/commit-turns`,
    {
      method: 'POST',
      body,
    },
  )
const log = () => work.git('log', '--reverse', '--format=%s', 'main..HEAD').trim()
const filesOf = (commitId: string) => work.git('show', '--format=', '--name-status', commitId).trim().split('\n')

it('makes a commit for each turn, and one for the rest', async () => {
  const { expect: plan, commits } = await worked()
  expect(commits.map(({ turn, message, files }) => [turn?.number, message, files])).toEqual([
    [1, 'Add a first line', ['cart.ts']],
    [2, 'Add a second line', ['cart.ts', 'new.ts']],
    [undefined, 'Other changes', ['by-hand.txt', 'old.ts']],
  ])
  // Something is staged already.
  work.git('add', 'by-hand.txt')
  const stale = await commit({ expect: plan })
  expect([stale.status, stale.json.error.code]).toEqual([409, 'ESTALE'])
  const again = await app.send<Plan>(`/api/lanes/${lane}/git/commit-turns`)
  const { status, json } = await commit({ expect: again.json.expect, messages: ['One', 'Two', 'Three'] })
  expect(status).toBe(200)
  expect(json.commits.map(({ message }) => message)).toEqual(['One', 'Two', 'Three'])
  const [first, second, third] = json.commits.map((made) => made.commit)
  expect(work.git('show', `${first}:cart.ts`)).toBe('one\nfirst\ntwo\nthree')
  expect(filesOf(first ?? '')).toEqual(['M\tcart.ts'])
  expect(filesOf(second ?? '')).toEqual(['M\tcart.ts', 'A\tnew.ts'])
  expect(filesOf(third ?? '')).toEqual(['A\tby-hand.txt', 'D\told.ts'])
  expect(work.git('status', '--porcelain')).toBe('')
  expect(work.git('show', 'HEAD:cart.ts')).toBe('one\nfirst\nsecond\ntwo\nthree')
})

it('leaves nothing of a series that a hook refuses', async () => {
  const { expect: plan } = await worked()
  work.git('add', 'new.ts')
  const hooks = join(root, 'shop', '.git', 'hooks')
  mkdirSync(hooks, { recursive: true })
  // The second commit is the first one with the new file.
  writeFileSync(join(hooks, 'pre-commit'), '#!/bin/sh\n! git diff --cached --name-only | grep -q new.ts\n')
  chmodSync(join(hooks, 'pre-commit'), 0o755)
  const before = [work.git('status', '--porcelain'), work.git('rev-parse', 'HEAD')]
  expect((await commit({ expect: plan })).json.error.code).toBe('ESTALE')
  const again = await app.send<Plan>(`/api/lanes/${lane}/git/commit-turns`)
  const { status, json } = await commit({ expect: again.json.expect })
  expect([status, json.error.code]).toEqual([409, 'EGIT'])
  expect([work.git('status', '--porcelain'), work.git('rev-parse', 'HEAD')]).toEqual(before)
  expect(existsSync(join(work.path, 'old.ts'))).toBe(false)
})

const OTHER = 'git update-ref HEAD $(git commit-tree -p HEAD -m other HEAD^{tree})'

it.each([
  ['before it', 'pre-commit', 'EGIT'],
  ['after it', 'post-commit', 'ESTALE'],
])('keeps a commit that somebody else makes during the second one, %s', async (_when, hook, code) => {
  await worked()
  const hooks = join(root, 'shop', '.git', 'hooks')
  mkdirSync(hooks, { recursive: true })
  const second = hook === 'pre-commit' ? 'git diff --cached --name-only' : 'git show --format= --name-only'
  writeFileSync(join(hooks, hook), `#!/bin/sh\nif ${second} | grep -q new.ts; then ${OTHER}; fi\n`)
  chmodSync(join(hooks, hook), 0o755)
  const again = await app.send<Plan>(`/api/lanes/${lane}/git/commit-turns`)
  const { json } = await commit({ expect: again.json.expect })
  expect(json.error.code).toBe(code)
  expect(log().split('\n')).toEqual(['Add a first line', ...(code === 'EGIT' ? [] : ['Add a second line']), 'other'])
  expect(work.git('diff', '--cached', '--name-only')).toBe('')
  expect(readFileSync(join(work.path, 'cart.ts'), 'utf8')).toBe('one\nfirst\nsecond\ntwo\nthree\n')
})

it('refuses what is no plan, and a plan without changes', async () => {
  expect((await commit({})).json.error.code).toBe('EEXPECT')
  expect((await commit({ expect: 'x' })).json.error.code).toBe('ENOCHANGES')
  const { expect: plan } = await worked()
  expect((await commit({ expect: plan, messages: ['One'] })).json.error.code).toBe('EBADMESSAGE')
  expect(log()).toBe('')
})
