import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Effect } from 'effect'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkedWorktrees } from '../../../../src/adapters/git/linked-worktrees.js'
import { gitIn, repositoryAt, type TestRepository } from '../../../support/git/repository.js'

let root: string
let shop: TestRepository
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'switchyard-linked-')))
  shop = repositoryAt(join(root, 'shop'), { 'web/a.txt': 'a' })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const find = (...parts: readonly string[]) => Effect.runPromise(linkedWorktrees.find(join(root, ...parts)))

describe('a linked worktree', () => {
  it('belongs to the repository, from any directory in it, also a missing one and through a link', async () => {
    shop.git('worktree', 'add', '--quiet', '../uploads')
    const found = { worktree: join(root, 'uploads'), repository: join(root, 'shop') }
    expect(await find('uploads')).toEqual(found)
    expect(await find('uploads', 'web')).toEqual(found)
    expect(await find('uploads', 'gone', 'deep')).toEqual(found)
    symlinkSync(join(root, 'uploads'), join(root, 'link'))
    expect(await find('link', 'web')).toEqual(found)
  })

  it('with relative paths and with spaces belongs to its repository', async () => {
    shop.git('worktree', 'add', '--quiet', '-b', 'uploads', '../my uploads')
    writeFileSync(join(root, 'my uploads', '.git'), 'gitdir: ../shop/.git/worktrees/my-uploads\n')
    expect(await find('my uploads')).toEqual({ worktree: join(root, 'my uploads'), repository: join(root, 'shop') })
  })
})

describe('no linked worktree', () => {
  it('is a repository, what is in none, and what is missing', async () => {
    mkdirSync(join(root, 'plain'))
    expect([await find('shop', 'web'), await find('plain'), await find('missing')]).toEqual([null, null, null])
  })

  it('is a submodule, and a worktree of a bare repository', async () => {
    const part = repositoryAt(join(root, 'part'), { 'b.txt': 'b' })
    gitIn(shop.path, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.path, 'part')
    expect(await find('shop', 'part')).toBeNull()
    gitIn(root, 'clone', '--quiet', '--bare', shop.path, 'bare.git')
    gitIn(join(root, 'bare.git'), 'worktree', 'add', '--quiet', '../of-bare', 'main')
    expect(await find('of-bare')).toBeNull()
  })

  it('is a directory that only claims to be one of a repository', async () => {
    shop.git('worktree', 'add', '--quiet', '../uploads')
    mkdirSync(join(root, 'evil'))
    for (const claim of [
      `gitdir: ${join(root, 'shop/.git/worktrees/uploads')}\n`,
      `gitdir: ${join(root, 'shop/.git')}\n`,
      'gitdir: /etc\n',
      'gitdir: \0\n',
      `gitdir: ${'x'.repeat(9000)}\n`,
      '',
    ]) {
      writeFileSync(join(root, 'evil', '.git'), claim)
      expect(await find('evil')).toBeNull()
    }
  })

  it('is one whose files are no regular files', async () => {
    shop.git('worktree', 'add', '--quiet', '../uploads')
    rmSync(join(root, 'uploads', '.git'))
    symlinkSync(join(root, 'shop/.git'), join(root, 'uploads', '.git'))
    expect(await find('uploads')).toBeNull()
  })
})
