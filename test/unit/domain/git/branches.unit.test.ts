import { expect, it } from 'vitest'
import { readBranches } from '../../../../src/domain/git/branches.js'

const SHA = 'b'.repeat(40)
const record = (...fields: readonly string[]): string => `${fields.join('\0')}\0\n`

it('reads branches with their upstream and the worktree that has them checked out', () => {
  const output = [
    record('refs/heads/main', SHA, '*', 'refs/remotes/origin/main', 'origin/main', 'ahead 1, behind 12', '/repo'),
    record('refs/heads/feat/x', SHA, ' ', '', '', '', '/lanes/a\nb'),
    record('refs/heads/even', SHA, ' ', 'refs/remotes/origin/even', 'origin/even', '', ''),
    record('refs/heads/old', SHA, ' ', 'refs/remotes/origin/old', 'origin/old', 'gone', ''),
  ].join('')
  const base = { sha: SHA, current: false, upstream: null, ahead: null, behind: null, worktree: null }
  expect(readBranches(output)).toEqual([
    { ...base, name: 'main', current: true, upstream: 'origin/main', ahead: 1, behind: 12, worktree: '/repo' },
    { ...base, name: 'feat/x', worktree: '/lanes/a\nb' },
    { ...base, name: 'even', upstream: 'origin/even', ahead: 0, behind: 0 },
    { ...base, name: 'old', upstream: 'origin/old' },
  ])
  expect(readBranches('')).toEqual([])
})
