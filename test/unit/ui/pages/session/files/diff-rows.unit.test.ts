import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf } from '../../../../../../ui/src/pages/session/files/blocks.js'
import { changedWords, diffRows } from '../../../../../../ui/src/pages/session/files/diff-rows.js'

describe('the rows of a hunk', () => {
  it('are numbered as in the file before and after the change', () => {
    const rows = diffRows({ old_start: 9, new_start: 10, lines: [' a', '-b', '-c', '+d', ' e'] })
    expect(rows.map(({ mark, number }) => `${mark}${number}`)).toEqual([' 10', '-10', '-11', '+11', ' 12'])
  })

  it('have no numbers where the agent CLI records none', () => {
    const rows = diffRows({ old_start: null, new_start: null, lines: ['-b', '+d'] })
    expect(rows.map(({ number }) => number)).toEqual([null, null])
  })

  it('mark the words that differ between a removed line and the line that replaces it', () => {
    const [removed, added] = diffRows({ old_start: 1, new_start: 1, lines: ['-const MS = 500', '+const MS = 2_000'] })
    expect(removed?.pieces).toEqual([
      { text: 'const MS = ', isChanged: false },
      { text: '500', isChanged: true },
    ])
    expect(added?.pieces.at(-1)).toEqual({ text: '2_000', isChanged: true })
  })

  it('mark nothing in lines that have little in common, or in blocks of different length', () => {
    expect(changedWords('await reserve(cart)', 'export type Price = number')).toBeUndefined()
    const rows = diffRows({ old_start: 1, new_start: 1, lines: ['-const a = 1', '+const a = 2', '+const b = 3'] })
    expect(rows.flatMap(({ pieces }) => pieces).some((piece) => piece.isChanged)).toBe(false)
  })

  it('always have the text of the lines', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('+', '-', ' '), fc.string())), (given) => {
        const lines = given.map(([mark, text]) => mark + text)
        const rows = diffRows({ old_start: 1, new_start: 1, lines })
        expect(rows.map(({ mark, pieces }) => mark + pieces.map(({ text }) => text).join(''))).toEqual(lines)
      }),
    )
  })
})

it('five blocks show how much was added and removed, and at least one of each', () => {
  expect(blocksOf({ added: 6, removed: 4 }).join('')).toBe('+++--')
  expect(blocksOf({ added: 99, removed: 1 }).join('')).toBe('++++-')
  expect(blocksOf({ added: 1, removed: 99 }).join('')).toBe('+----')
  expect(blocksOf({ added: 3, removed: 0 }).join('')).toBe('+++++')
  expect(blocksOf({ added: 0, removed: 0 }).join('')).toBe('     ')
})
