import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
let repository: TestRepository
let lane: number
const laneOn = async (cwd: string): Promise<number> =>
  (await app.send<{ lane: { id: number } }>('/api/lanes', { method: 'POST', body: { cwd } })).json.lane.id
const read = async (path: string, id = lane) => (await app.send(`/api/lanes/${id}/git${path}`)).json
const codeOf = async (path: string) =>
  (await app.send<{ error: { code: string } }>(`/api/lanes/${lane}/git${path}`)).json.error.code

beforeAll(async () => {
  app = await startApp()
  repository = repositoryAt(join(app.folder, 'shop'), { 'a.txt': 'one\n', 'lib/b.txt': 'two\n', 'logo.svg': '<svg/>' })
  lane = await laneOn(repository.path)
})
afterAll(() => app.close())

describe('the git of a lane', () => {
  it('is readable under both prefixes', async () => {
    repository.write('a.txt', 'changed\n')
    const facts = {
      available: true,
      branch: 'main',
      dirty: 1,
      files: [{ path: 'a.txt', status: ' M', added: 1, deleted: 1 }],
    }
    expect(await read('')).toMatchObject(facts)
    expect((await app.send(`/api/workspaces/${lane}/git`)).json).toMatchObject(facts)
    expect(await read('/branches')).toMatchObject({ current: 'main', worktrees: [{ path: repository.path }] })
    expect(await read('/log?limit=1000')).toMatchObject({ commits: [{ subject: 'the first' }] })
    expect(await read('/changes?path=a.txt')).toMatchObject({
      range: 'work',
      context: 3,
      files: [{ path: 'a.txt', unstaged: true, hunks: [{ header: '@@ -1 +1 @@' }] }],
    })
    expect(await read('/file?path=a.txt&rev=HEAD')).toMatchObject({ available: true, lines: ['one'] })
    repository.write('lib/b.txt', 'two words\n')
    const ofWords = [
      { text: 'two', words: [] },
      { text: 'two words', words: [{ start: 3, end: 9 }] },
    ]
    expect(await read('/changes?path=lib/b.txt&words=1')).toMatchObject({ files: [{ hunks: [{ lines: ofWords }] }] })
    repository.git('checkout', '--', 'lib')
    repository.git('branch', 'base')
    await app.send(`/api/lanes/${lane}`, { method: 'PATCH', body: { base_branch: 'base' } })
    const mergeBase = repository.git('rev-parse', 'base')
    repository.git('stash', '--quiet')
    repository.commit({ 'lib/b.txt': 'two words\n' })
    const branch = await read('/changes?range=branch&full=1&words=1')
    expect(branch).toMatchObject({ mergeBase, files: [{ path: 'lib/b.txt', hunks: [{ lines: ofWords }] }] })
    expect(JSON.stringify(branch)).not.toContain('blocks')
    expect(JSON.stringify(await read('/changes?range=branch&full=1'))).not.toContain('words":[')
    repository.git('reset', '--quiet', '--hard', 'base')
    repository.git('stash', 'pop', '--quiet')
    expect(await read('/ls?q=B.TXT')).toEqual({ available: true, paths: ['lib/b.txt'], truncated: false, total: 1 })
    expect(await read('/tree?path=lib/')).toMatchObject({ path: 'lib', entries: [{ name: 'b.txt', dir: false }] })
    expect(await read('/tree-all')).toMatchObject({ levels: { lib: [{ path: 'lib/b.txt' }] } })
  })

  it('is relative to a directory below the top of the repository', async () => {
    const inside = await laneOn(join(repository.path, 'lib'))
    expect(await read('/ls', inside)).toMatchObject({ paths: ['b.txt'] })
    expect(await read('/file?path=b.txt&rev=HEAD', inside)).toMatchObject({ lines: ['two'] })
  })

  it('is not available in a directory without a repository', async () => {
    const plain = join(app.folder, 'plain')
    mkdirSync(plain)
    writeFileSync(join(plain, 'a.txt'), 'one\n')
    const id = await laneOn(plain)
    const routes = ['', '/branches', '/log', '/file?path=a.txt', '/ls', '/tree', '/tree-all']
    for (const route of routes) expect([route, await read(route, id)]).toEqual([route, { available: false }])
  })

  it('serves images that cannot run scripts', async () => {
    const answer = await fetch(`${app.url}/api/lanes/${lane}/git/raw?path=logo.svg`)
    expect(await answer.text()).toBe('<svg/>')
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('the worktree of a session', () => {
  const startIn = async (session: string, cwd: string): Promise<void> => {
    await app.hook('SessionStart', { session_id: session, cwd })
    await app.settled()
  }

  it('is read instead of the lane', async () => {
    const path = join(repository.path, '.claude', 'worktrees', 'one')
    repository.git('worktree', 'add', '--quiet', '-b', 'worktree-one', path)
    await startIn('in-worktree', path)
    expect(await read('?session=in-worktree')).toMatchObject({
      branch: 'worktree-one',
      dirty: 0,
      worktree: { path, branch: 'worktree-one' },
    })
    expect(await read('/file?path=a.txt&session=in-worktree')).toMatchObject({ lines: ['one'] })
  })

  it('must be registered, below the lane, and not the directory of the lane', async () => {
    mkdirSync(join(repository.path, 'plain'))
    repository.git('worktree', 'add', '--quiet', '-b', 'elsewhere', join(app.folder, 'elsewhere'))
    symlinkSync(repository.path, join(app.folder, 'link'))
    await startIn('in-lane', repository.path)
    await startIn('in-link', join(app.folder, 'link'))
    await startIn('in-plain', join(repository.path, 'plain'))
    await startIn('elsewhere', join(app.folder, 'elsewhere'))
    for (const session of ['none', 'in-lane', 'in-link', 'in-plain', 'elsewhere']) {
      expect([session, await codeOf(`?session=${session}`)]).toEqual([session, 'ENOWORKTREE'])
    }
  })
})
