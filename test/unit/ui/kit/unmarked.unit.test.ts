import { describe, expect, it } from 'vitest'
import { unmarked } from '../../../../ui/src/kit/unmarked.js'

describe('markdown in one line', () => {
  it('loses the marks and keeps the words', () =>
    expect(unmarked('## It rounds **before** adding, see `prices.ts`')).toBe('It rounds before adding, see prices.ts'))
  it('keeps what only looks like a mark', () =>
    expect(unmarked('2 * 3 ** 2, snake_case, #7 and a lone `')).toBe('2 * 3 ** 2, snake_case, #7 and a lone `'))
})
