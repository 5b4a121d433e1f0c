import { describe, expect, it } from 'vitest'
import { readWorktreeList } from '../../../../src/domain/git/porcelain.js'

const list = (...records: readonly (readonly string[])[]): string =>
  records.map((lines) => `${lines.join('\0')}\0\0`).join('')
const SHA = 'a'.repeat(40)

describe('readWorktreeList', () => {
  it('reads branches, detached heads, locks and missing directories', () => {
    const output = list(
      ['worktree /repo', `HEAD ${SHA}`, 'branch refs/heads/main'],
      ['worktree /a b\nc', `HEAD ${SHA}`, 'branch refs/heads/feat/x y', 'locked in use\nby me'],
      ['worktree /d', `HEAD ${SHA}`, 'detached', 'locked', 'prunable gitdir file points to non-existent location'],
    )
    const plain = { head: SHA, bare: false, locked: null, prunable: false }
    expect(readWorktreeList(output)).toEqual([
      { ...plain, path: '/repo', branch: 'main' },
      { ...plain, path: '/a b\nc', branch: 'feat/x y', locked: 'in use\nby me' },
      { ...plain, path: '/d', branch: null, locked: '', prunable: true },
    ])
  })

  it('reads a bare repository, and nothing', () => {
    expect(readWorktreeList(list(['worktree /repo.git', 'bare']))).toEqual([
      { path: '/repo.git', head: null, branch: null, bare: true, locked: null, prunable: false },
    ])
    expect(readWorktreeList('')).toEqual([])
  })
})
