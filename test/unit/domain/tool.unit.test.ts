import { describe, expect, it } from 'vitest'
import { targetOf } from '../../../src/domain/tool.js'

describe('what a tool acts on', () => {
  it('is what is sought, not where', () => expect(targetOf({ path: '/home/ada/shop', pattern: 'price' })).toBe('price'))
  it('is the place where nothing is sought', () => expect(targetOf({ path: '/home/ada/shop' })).toBe('/home/ada/shop'))
})
