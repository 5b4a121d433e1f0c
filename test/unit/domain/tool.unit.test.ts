import { describe, expect, it } from 'vitest'
import { targetOf } from '../../../src/domain/tool.js'

describe('the target of a tool call', () => {
  it('is the search pattern, not the path', () =>
    expect(targetOf({ path: '/home/ada/shop', pattern: 'price' })).toBe('price'))
  it('is the path if there is no pattern', () => expect(targetOf({ path: '/home/ada/shop' })).toBe('/home/ada/shop'))
})
