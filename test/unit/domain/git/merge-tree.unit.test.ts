import { describe, expect, it } from 'vitest'
import { readMergeTrees } from '../../../../src/domain/git/merge-tree.js'

describe('the output of git merge-tree', () => {
  it('is one result for each pair', () => {
    expect(
      readMergeTrees(['1', 't1', '', '0', 't2', 'a.txt', 'b c.txt', 'a.txt', '', '1', 't3', '', ''].join('\0')),
    ).toEqual([
      { tree: 't1', conflicts: [] },
      { tree: 't2', conflicts: ['a.txt', 'b c.txt'] },
      { tree: 't3', conflicts: [] },
    ])
  })

  it('ends before a result that was cut', () => {
    expect(readMergeTrees('')).toEqual([])
    expect(readMergeTrees(['1', 't1', '', '0', 't2', 'a.txt'].join('\0'))).toEqual([{ tree: 't1', conflicts: [] }])
  })
})
