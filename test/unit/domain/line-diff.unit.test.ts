import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineDiff, type DiffLine } from '../../../src/domain/line-diff.js'

const NO_LIMIT = Infinity
const shown = (lines: readonly DiffLine[]) => lines.map(({ mark, text }) => `${mark}${text}`)
const side = (lines: readonly DiffLine[], without: '+' | '-') =>
  lines.filter(({ mark }) => mark !== without).map(({ text }) => text)

describe('a line diff', () => {
  it('keeps a changed block in one piece, although an earlier brace equals a later one', () => {
    expect(shown(lineDiff(['a', '}', '}'], ['b', '}'], NO_LIMIT))).toEqual(['-a', '-}', '+b', ' }'])
  })

  it('contains both texts, each in its order', () => {
    const text = fc.array(fc.constantFrom('a', 'b', '}', ''), { maxLength: 12 })
    fc.assert(
      fc.property(text, text, (old, now) => {
        const lines = lineDiff(old, now, NO_LIMIT)
        expect(side(lines, '+')).toEqual(old)
        expect(side(lines, '-')).toEqual(now)
      }),
    )
  })

  it('replaces everything above its limit, and not at it', () => {
    expect(shown(lineDiff(['a', 'b'], ['a', 'c'], 3))).toEqual(['-a', '-b', '+a', '+c'])
    expect(shown(lineDiff(['a', 'b'], ['a', 'c'], 4))).toEqual([' a', '-b', '+c'])
  })
})
