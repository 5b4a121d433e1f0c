import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect, Either } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { NewWorktree } from '../../../../src/commands/ports/worktrees.js'
import { gitIn, openedAt, repositoryAt, type TestRepository } from '../../../support/git/repository.js'
import { shim } from '../../../support/git/shim.js'
import { worktreesOf } from '../../../support/git/worktrees.js'

const port = worktreesOf()
let folder: string
let repository: TestRepository
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-branch-')))
  repository = repositoryAt(join(folder, 'shop'), { 'a.txt': 'a' })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = <A, E>(work: Effect.Effect<A, E>) => Effect.runPromise(work)
const inspected = () => run(port.inspect(repository.path))
const existing = async (name: string, path = repository.path) => {
  const found = await run(Effect.either(port.existing({ ...(await inspected()), path }, name)))
  return Either.isRight(found) ? found.right : { reason: (found.left as { reason?: string }).reason }
}
/** Creates a branch with a commit of its own, and returns that. */
const branchWith = (name: string, content: string): string => {
  repository.git('switch', '--quiet', '--create', name)
  repository.commit({ 'b.txt': content })
  const head = repository.git('rev-parse', 'HEAD')
  repository.git('switch', '--quiet', 'main')
  return head
}
/** Clones the repository, and returns the clone. */
const cloned = (): TestRepository => {
  const path = join(folder, 'clone')
  repository.git('clone', '--quiet', repository.path, path)
  return openedAt(path)
}

describe('a branch that exists', () => {
  it('is found with its commit', async () => {
    const head = branchWith('fix/login', 'b')
    expect(await existing('fix/login')).toEqual({ branch: 'fix/login', head })
  })

  it.each(['none', '', '-d', '--help', '../main', 'HEAD', '@', 'main~1', 'a b', 'refs/heads/main', 'v1'])(
    'is not %j',
    async (name) => {
      repository.git('tag', 'v1')
      expect(await existing(name)).toEqual({ reason: 'missing' })
    },
  )

  it('is in use where a worktree has it checked out', async () => {
    expect(await existing('main')).toEqual({ reason: 'in-use' })
    repository.git('worktree', 'add', '--quiet', '-b', 'fix', join(folder, 'mine'))
    expect(await existing('fix')).toEqual({ reason: 'in-use' })
  })

  it('is created for the one of a remote, named with or without it, and follows that', async () => {
    const [one, two] = [branchWith('fix/one', '1'), branchWith('fix/two', '2')]
    const clone = cloned()
    expect(await existing('fix/one', clone.path)).toEqual({ branch: 'fix/one', head: one })
    expect(await existing('origin/fix/two', clone.path)).toEqual({ branch: 'fix/two', head: two })
    for (const name of ['fix/one', 'fix/two'])
      expect(clone.git('rev-parse', '--abbrev-ref', `${name}@{upstream}`)).toBe(`origin/${name}`)
  })

  it('is not guessed between two remotes, nor beside a branch of the same name', async () => {
    const head = branchWith('fix', 'b')
    const clone = cloned()
    clone.git('remote', 'add', 'fork', repository.path)
    clone.git('fetch', '--quiet', 'fork')
    expect(await existing('fix', clone.path)).toEqual({ reason: 'ambiguous' })
    expect(clone.git('branch', '--list', 'fix')).toBe('')
    expect(await existing('fork/fix', clone.path)).toEqual({ branch: 'fix', head })
    expect(await existing('origin/fix', clone.path)).toEqual({ reason: 'ambiguous' })
  })
})

describe('the worktree of a branch that exists', () => {
  const wanted = async (name: string): Promise<NewWorktree> => {
    const found = await inspected()
    const { branch, head } = await run(port.existing(found, name))
    const place = await run(port.place(found, 'lane', [], branch))
    return { repository: found, ...place, keptHead: head, bases: ['main'], owner: 'lane 7', since: 0 }
  }
  const laneOf = ({ repository: { path }, ...worktree }: NewWorktree) => ({ ...worktree, repository: path })

  it('has the branch, which keeps its commits when the lane is removed', async () => {
    const head = branchWith('fix', 'b')
    const worktree = await wanted('fix')
    expect(await run(port.add(worktree))).toMatchObject({ base: 'main', head })
    expect(gitIn(worktree.dir, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('fix')
    openedAt(worktree.dir).commit({ 'c.txt': 'c' })
    const after = repository.git('rev-parse', 'fix')
    const lane = laneOf(worktree)
    // The commits stay with the branch when the lane is removed. A reset takes the one of the lane away.
    expect((await run(port.facts(lane, 'main', true))).unpushed).toBe(0)
    expect((await run(port.facts(lane, 'main', false))).unpushed).toBe(1)
    expect(await run(port.remove(lane, false))).toEqual({ directoryKept: false, branchKept: true })
    expect([repository.git('rev-parse', 'fix'), existsSync(worktree.dir)]).toEqual([after, false])
  })

  it('counts what is on no branch before it is removed', async () => {
    branchWith('fix', 'b')
    const worktree = await wanted('fix')
    await run(port.add(worktree))
    gitIn(worktree.dir, 'switch', '--quiet', '--detach')
    openedAt(worktree.dir).commit({ 'c.txt': 'c' })
    expect((await run(port.facts(laneOf(worktree), 'main', true))).unpushed).toBe(1)
  })

  it('needs no base', async () => {
    const head = branchWith('fix', 'b')
    expect(await run(port.add({ ...(await wanted('fix')), bases: [] }))).toMatchObject({ base: null, head })
  })

  it('gets a free directory, whatever branches have that name', async () => {
    branchWith('feat/lane', 'b')
    expect((await wanted('feat/lane')).dir).toBe(join(folder, 'shop-lanes', 'lane'))
    const place = port.place(await inspected(), 'lane', [join(folder, 'shop-lanes', 'lane')], 'feat/lane')
    expect((await run(place)).dir).toBe(join(folder, 'shop-lanes', 'lane-2'))
  })

  it.each(['worktree add', 'reset --hard', 'worktree unlock'])(
    'leaves the branch alone when it fails at "%s", and when it is healed',
    async (step) => {
      const head = branchWith('fix', 'b')
      const worktree = await wanted('fix')
      const broken = worktreesOf({
        PATH: shim(folder, `case "$*" in *" ${step}"*) echo full >&2; exit 128;; esac`),
        HOME: '/nonexistent',
      })
      expect(await run(Effect.flip(broken.add(worktree)))).toMatchObject({ _tag: 'GitFailed' })
      const left = () => [repository.git('rev-parse', 'fix'), existsSync(worktree.dir)]
      expect(left()).toEqual([head, false])
      expect([await run(port.heal(laneOf(worktree))), left()]).toEqual(['absent', [head, false]])
      expect((await run(port.add(worktree))).head).toBe(head)
    },
  )
})
