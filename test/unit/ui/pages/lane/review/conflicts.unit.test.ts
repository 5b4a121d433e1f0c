import { describe, expect, it } from 'vitest'
import { partsOf, withChoice } from '../../../../../../ui/src/pages/lane/review/uncommitted/conflicts.js'

const first = ['<<<<<<< HEAD', 'a', '||||||| base', 'o', '=======', 'b', '>>>>>>> other']
const second = ['<<<<<<<', '=======', 'c', '>>>>>>> other']
const text = ['top', ...first, 'middle', ...second]

describe('the conflicts of a file', () => {
  it('are found, with and without the version before', () => {
    expect(partsOf(text)).toEqual([
      { kind: 'lines', from: 1, lines: ['top'] },
      { kind: 'conflict', conflict: 0, ours: ['a'], theirs: ['b'], name: 'other' },
      { kind: 'lines', from: 9, lines: ['middle'] },
      { kind: 'conflict', conflict: 1, ours: [], theirs: ['c'], name: 'other' },
    ])
  })

  it.each([
    [0, 'ours', ['top', 'a', 'middle', ...second]],
    [0, 'theirs', ['top', 'b', 'middle', ...second]],
    [0, 'both', ['top', 'a', 'b', 'middle', ...second]],
    [1, 'ours', ['top', ...first, 'middle']],
    [7, 'ours', text],
  ] as const)('are resolved one at a time: %i, %s', (conflict, choice, expected) => {
    expect(withChoice(text, conflict, choice)).toEqual(expected)
  })

  it.each([
    [['<<<<<<< HEAD', 'a', '=======']],
    [['=======', '>>>>>>> other']],
    [['<<<<<<< HEAD', 'a', '<<<<<<< HEAD', '=======']],
    [['<<<<<<<HEAD', '=======', '>>>>>>>other']],
  ])('are whole: %j stays text', (lines) => {
    expect(partsOf(lines)).toEqual([{ kind: 'lines', from: 1, lines }])
    expect(withChoice(lines, 0, 'ours')).toEqual(lines)
  })
})
