import { describe, expect, it } from 'vitest'
import { exhibitsOf, step, titleOf } from '../../../../../../ui/src/pages/lane/proof/exhibits.js'

const feature = (groups: Record<string, string[]>) => ({ slug: 'gift-cards', groups, ticket_report: '', mtime: 7 })
const seen = (groups: Record<string, string[]>) =>
  exhibitsOf(feature(groups)).map(({ file, groups: of }) => `${file}: ${of.join(' ')}`)

describe('the exhibits of a feature', () => {
  it('are pairs first, then what has no other half, then the other groups', () => {
    expect(
      seen({ after: ['basket.png', 'new.png'], before: ['basket.png', 'old.png'], errors: ['basket.png'] }),
    ).toEqual(['basket.png: before after', 'new.png: after', 'old.png: before', 'basket.png: errors'])
  })

  it('are pairs in any case of the names of the groups', () => {
    expect(seen({ After: ['a.png'], BEFORE: ['a.png'] })).toEqual(['a.png: BEFORE After'])
  })

  it('are single images without the other group', () => {
    expect(seen({ before: ['a.png'] })).toEqual(['a.png: before'])
    expect(seen({})).toEqual([])
  })

  it('have keys of their own', () => {
    const keys = exhibitsOf(feature({ before: ['a.png'], after: ['a.png'], x: ['a.png'] })).map(({ key }) => key)
    expect(new Set(keys).size).toBe(2)
  })
})

describe('the title of an image', () => {
  it.each([
    ['basket-with_card.png', 'basket with card'],
    ['1.2.final.JPEG', '1 2 final'],
    ['---.png', '---.png'],
  ])('%s', (file, title) => expect(titleOf({ file })).toBe(title))
})

describe('a step', () => {
  const all = exhibitsOf(feature({ x: ['a.png', 'b.png'] }))
  it('stays at the ends, and begins with the first', () => {
    expect(step(all, undefined, 1)?.file).toBe('a.png')
    expect(step(all, all[0]?.key, 1)?.file).toBe('b.png')
    expect(step(all, all[1]?.key, 1)?.file).toBe('b.png')
    expect(step(all, all[0]?.key, -1)?.file).toBe('a.png')
    expect(step([], undefined, 1)).toBeUndefined()
  })
})
