import { mkdtempSync, readFileSync, realpathSync, rmSync, utimesSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../../../support/agents/until.js'
import { repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { shim } from '../../../../support/git/shim.js'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
let root: string
let shop: TestRepository
let lane: number
const FILES = 300
const at = (...names: readonly string[]): string => join(root, ...names)
const contents = (text: string) =>
  Object.fromEntries(Array.from({ length: FILES }, (_, n) => [`lib/${n}.txt`, `${text}\n`.repeat(20)]))

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-polling-')))
  shop = repositoryAt(at('shop'), { ...contents('old'), 'logo.svg': '<svg/>' })
  shop.git('branch', 'base')
  shop.commit({ 'lib/0.txt': 'one\ntwo\n' })
  const PATH = shim(root, `echo "$*" >>'${at('ran')}'\nwhile [ -e '${at('held')}' ]; do sleep 0.01; done`)
  app = await startApp({ PATH, HOME: root }, root)
  const body = { cwd: shop.path, base_branch: 'base' }
  lane = (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body })).json.lane.id
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

const READS = [
  '',
  '/branches',
  '/log',
  '/changes',
  '/changes?full=1',
  '/changes?path=lib/0.txt',
  '/changes?range=branch&full=1&words=1',
  '/changes?range=commit&sha=HEAD&full=1',
  '/file?path=lib/0.txt',
  '/file?path=lib/0.txt&rev=HEAD',
  '/raw?path=logo.svg&rev=HEAD',
  '/ls?q=1',
  '/tree?path=lib',
  '/tree-all',
]
const read = async (path: string): Promise<number> => (await app.send(`/api/lanes/${lane}/git${path}`)).status

/** Returns the number of git processes that some work starts. */
const processes = async (work: () => Promise<unknown>): Promise<number> => {
  writeFileSync(at('ran'), '')
  await work()
  return readFileSync(at('ran'), 'utf8').split('\n').length - 1
}

it('reads start few processes, also with 300 changed files, and concurrent facts share a scan', async () => {
  for (const [name, text] of Object.entries(contents('new'))) shop.write(name, text)
  // Git says once where its directories are.
  await read('/ls')
  const most: readonly (readonly [string, number])[] = [
    ['', 3],
    ['/changes', 3],
    ['/changes?path=lib/0.txt', 2],
    ['/changes?full=1', 3],
    ['/log', 1],
    ['/file?path=lib/0.txt&rev=HEAD', 1],
    ['/file?path=lib/0.txt', 0],
    ['/tree-all', 2],
    ['/branches', 2],
  ]
  for (const [path, limit] of most) {
    expect([path, (await processes(() => read(path))) <= limit]).toEqual([path, true])
  }
  // The first scan waits for all requests.
  const twenty = async () => {
    writeFileSync(at('held'), '')
    const facts = Array.from({ length: 20 }, () => read(''))
    await until('the first scan', () => readFileSync(at('ran'), 'utf8') !== '')
    await Promise.all(Array.from({ length: 20 }, () => app.send('/api/health')))
    rmSync(at('held'))
    await Promise.all(facts)
  }
  expect(await processes(twenty)).toBeLessThanOrEqual(3)
  const { files } = await app.get<{ files: { path: string; hunks: { header: string }[] }[] }>(
    `/api/lanes/${lane}/git/changes?path=lib/7.txt`,
  )
  const body = { path: 'lib/7.txt', hunk: files[0]?.hunks[0]?.header }
  const staged = () => app.send(`/api/lanes/${lane}/git/stage-hunk`, { method: 'POST', body })
  expect(await processes(async () => expect((await staged()).status).toBe(200))).toBeLessThanOrEqual(4)
  shop.git('reset', '--quiet', '--hard')
})

it('polling never locks the index, so no commit of an agent fails', async () => {
  const commits = 25
  let isDone = false
  const locks = new Set<string>()
  let isOurs = false
  const watcher = watch(at('shop', '.git'), (_, name) => {
    if (name === 'index.lock' && !isOurs) locks.add('seen')
  })
  // Without an agent: the index is out of date, which a plain status would write.
  for (let n = 0; n < FILES; n++) utimesSync(at('shop', 'lib', `${n}.txt`), 1, 1)
  const before = readFileSync(at('shop', '.git', 'index'), 'base64')
  const isUnchanged = (path: string): boolean => path.startsWith('/changes?path=')
  expect(await Promise.all(READS.map(read))).toEqual(READS.map((path) => (isUnchanged(path) ? 400 : 200)))
  expect([readFileSync(at('shop', '.git', 'index'), 'base64') === before, locks.size]).toEqual([true, 0])
  isOurs = true
  const polls = Array.from({ length: 4 }, async (_, poll) => {
    let count = 0
    for (let n = poll; !isDone; n++) {
      const status = await read(READS[n % READS.length] ?? '')
      // A file of a change may be committed meanwhile.
      if (status !== 200 && status !== 400) throw new Error(`${READS[n % READS.length]} answered ${status}`)
      count++
    }
    return count
  })
  const git = (...args: readonly string[]) =>
    promisify(execFile)('git', ['-C', shop.path, '-c', 'user.name=Ada', '-c', 'user.email=a@b.c', ...args])
  const failures: unknown[] = []
  for (let n = 0; n < commits; n++) {
    for (let file = 0; file < 20; file++) shop.write(`lib/${(n * 20 + file) % FILES}.txt`, `commit ${n}\n`)
    await git('add', '--all').catch((error: unknown) => failures.push(error))
    await git('commit', '--quiet', '-m', `commit ${n}`).catch((error: unknown) => failures.push(error))
  }
  isDone = true
  watcher.close()
  expect(failures).toEqual([])
  expect(Math.min(...(await Promise.all(polls)))).toBeGreaterThan(5)
  expect(shop.git('log', '-1', '--format=%s')).toBe(`commit ${commits - 1}`)
  expect(app.complaints).toEqual([])
})
