import { describe, expect, it } from 'vitest'
import { unmarked } from '../../../../ui/src/kit/unmarked.js'

describe('markdown as plain text', () => {
  it('drops the markup and keeps the text', () =>
    expect(unmarked('## It rounds **before** adding, see `prices.ts`')).toBe('It rounds before adding, see prices.ts'))
  it('keeps characters that only look like markup', () =>
    expect(unmarked('2 * 3 ** 2, snake_case, #7 and a lone `')).toBe('2 * 3 ** 2, snake_case, #7 and a lone `'))
})
