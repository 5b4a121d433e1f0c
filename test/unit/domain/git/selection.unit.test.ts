import { Either } from 'effect'
import { describe, expect, it } from 'vitest'
import { pathsToDiscard, pathsToStage, pathsToUnstage, selectChanged } from '../../../../src/domain/git/selection.js'
import type { ChangedPath } from '../../../../src/domain/git/status.js'

const change = (status: string, path: string, more: Partial<ChangedPath> = {}): ChangedPath => ({
  path,
  from: null,
  status,
  conflicted: false,
  submodule: false,
  head: null,
  index: null,
  workMode: null,
  ...more,
})
const CHANGED = [
  change(' M', 'a.txt'),
  change('M ', 'b.txt'),
  change('R ', 'new.txt', { from: 'old.txt' }),
  change(' R', 'moved.txt', { from: 'before.txt' }),
  change('D ', 'kept.txt'),
  change('??', 'kept.txt'),
  change('??', 'untracked.txt'),
  change('??', 'nested/'),
  change('UU', 'both.txt', { conflicted: true }),
]
const select = (...paths: readonly string[]) => Either.getOrThrow(selectChanged(CHANGED, paths))
const all = select(...CHANGED.map(({ path }) => path).filter((path) => path !== 'nested/'))

describe('the files of a request', () => {
  it.each([
    undefined,
    'a.txt',
    [],
    [5],
    ['c.txt'],
    ['./a.txt'],
    ['../a.txt'],
    ['/a.txt'],
    ['a.txt', '*'],
    [':/'],
    ['nested/'],
    ['nested'],
  ])('cannot be %j', (paths) => {
    expect(Either.flip(selectChanged(CHANGED, paths))).toMatchObject({ right: { code: 'EBADPATH' } })
  })

  it('are what the status reports, each once', () => {
    expect(select('a.txt', 'a.txt', 'untracked.txt').map(({ path }) => path)).toEqual(['a.txt', 'untracked.txt'])
  })
})

it('only what is not staged is staged, with the earlier path of a renamed file', () => {
  expect(pathsToStage(all)).toEqual(['a.txt', 'moved.txt', 'before.txt', 'kept.txt', 'untracked.txt', 'both.txt'])
})

it('only what is staged is unstaged, with the earlier path of a renamed file', () => {
  expect(pathsToUnstage(select('a.txt', 'b.txt', 'new.txt', 'moved.txt', 'kept.txt', 'untracked.txt'))).toEqual([
    'b.txt',
    'new.txt',
    'old.txt',
    'kept.txt',
  ])
})

it('a discard restores tracked files and deletes untracked ones', () => {
  expect(pathsToDiscard(select('a.txt', 'new.txt', 'kept.txt', 'untracked.txt'))).toEqual({
    restored: ['a.txt', 'new.txt', 'old.txt', 'kept.txt'],
    deleted: ['untracked.txt'],
  })
})
