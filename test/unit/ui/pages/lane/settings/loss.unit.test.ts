import { describe, expect, it } from 'vitest'
import { addressOf } from '../../../../../../ui/src/pages/lane/settings/link-address.js'
import { lossIn, worstOf } from '../../../../../../ui/src/pages/lane/settings/loss.js'

const NOTHING = { head: 'c0ffee', dirty: 0, untracked: 0, unpushed: 0 }

describe('what an action would lose', () => {
  it('is read from a refusal without its other members', () => {
    expect(lossIn({ ...NOTHING, database: 'shop_4' })).toEqual(NOTHING)
    expect(lossIn({ head: 1, dirty: '2' })).toEqual({ head: null, dirty: null, untracked: null, unpushed: null })
    expect(lossIn(undefined)).toBeUndefined()
  })

  it('is named by its worst: commits before changes', () => {
    expect(worstOf({ ...NOTHING, dirty: 2, unpushed: 3 })).toEqual({ what: 'commits', count: 3 })
    expect(worstOf({ ...NOTHING, dirty: 2, untracked: 3 })).toEqual({ what: 'changes', count: 5 })
    expect(worstOf(NOTHING)).toBeUndefined()
    expect(worstOf({ head: null, dirty: null, untracked: null, unpushed: null })?.what).toBe('unknown')
  })
})

it.each([
  ['https://tracker.example/SHOP-12', true],
  ['javascript:alert(1)', false],
  ['file:///etc/passwd', false],
  ['https://', false],
  ['SHOP-12', false],
  [{ url: 'https://tracker.example' }, false],
])('the link %s has an address: %s', (link, has) => {
  expect(addressOf(link) !== undefined).toBe(has)
})
