import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openedAt, repositoryAt, type TestRepository } from '../../../../support/git/repository.js'
import { type App, startApp } from '../../../../support/service/app.js'

let app: App
let repository: TestRepository
let own: TestRepository
let lane: number
beforeEach(async () => {
  app = await startApp()
  repository = repositoryAt(join(app.folder, 'shop'), { 'a.txt': 'a', '.gitignore': '.claude\n' })
  const dir = join(repository.path, '.claude', 'worktrees', 'fix')
  repository.git('worktree', 'add', '--quiet', '-b', 'worktree-fix', dir)
  own = openedAt(dir)
  const { json } = await app.send<{ lane: { id: number } }>('/api/lanes', {
    method: 'POST',
    body: { cwd: repository.path },
  })
  lane = json.lane.id
  await app.hook('SessionStart', { session_id: 'own', cwd: dir })
  await app.hook('SessionStart', { session_id: 'plain', cwd: repository.path })
  await app.settled()
})
afterEach(() => app.close())

const remove = async (body: object) => {
  const { status, json } = await app.send<{ error?: { code: string } }>(`/api/lanes/${lane}/session-worktree/remove`, {
    method: 'POST',
    body,
  })
  return { status, code: json.error?.code, json }
}
const confirmed = { session: 'own', confirm: true }

describe('the removal of the worktree of a session', () => {
  it('removes the directory and a merged branch', async () => {
    const { status, json } = await remove(confirmed)
    expect([status, json]).toEqual([200, { removed: true, branch: 'worktree-fix', branchKept: false }])
    expect([existsSync(own.path), repository.git('branch', '--list', 'worktree-fix')]).toEqual([false, ''])
    expect((await remove(confirmed)).code).toBe('ENOWORKTREE')
  })

  it('keeps a branch that is not merged', async () => {
    const head = own.commit({ 'b.txt': 'b' })
    expect((await remove(confirmed)).json).toMatchObject({ removed: true, branchKept: true })
    expect(repository.git('rev-parse', 'worktree-fix')).toBe(head)
  })

  it.each(['a.txt', 'new.txt'])('is refused by git when %s was changed, which stays', async (name) => {
    own.write(name, 'changed')
    expect(await remove(confirmed)).toMatchObject({ status: 409, code: 'EGIT' })
    expect(existsSync(join(own.path, name))).toBe(true)
  })

  it('is refused for a locked worktree, without a confirmation, and for a session in the directory of the lane', async () => {
    expect(await remove({ session: 'own' })).toMatchObject({ status: 400, code: 'ECONFIRM' })
    expect(await remove({ confirm: true, session: 'plain' })).toMatchObject({ status: 400, code: 'ENOWORKTREE' })
    expect(await remove({ confirm: true, session: 5 })).toMatchObject({ status: 400, code: 'ENOWORKTREE' })
    repository.git('worktree', 'lock', own.path)
    expect(await remove(confirmed)).toMatchObject({ status: 409, code: 'ELOCKED' })
    expect(existsSync(own.path)).toBe(true)
  })

  it('finds none in a directory that somebody deleted', async () => {
    rmSync(own.path, { recursive: true })
    expect(await remove(confirmed)).toMatchObject({ status: 400, code: 'ENOWORKTREE' })
    for (const read of ['', '/changes', '/log', '/file?path=a.txt&base=head']) {
      const path = `/api/lanes/${lane}/git${read}${read.includes('?') ? '&' : '?'}session=own`
      expect([read, await app.get(path)]).toMatchObject([read, { error: { code: 'ENOWORKTREE' } }])
    }
  })
})
