import { describe, expect, it } from 'vitest'
import { decideFeature, type KnownFeatures } from '../../../src/domain/feature/decide.js'
import { featureSlug } from '../../../src/domain/feature/slug.js'
import { given } from '../../support/domain/decision.js'

const LANE = {
  lane: 3,
  active: 'cart',
  nextId: 9,
  ids: new Map([
    ['cart', 4],
    ['search', 5],
  ]),
}
const { activate } = decideFeature
const activated = (more: object) => [{ type: 'feature-activated', data: { lane: 3, ...more } }]

describe('the slug of a feature', () => {
  it.each([
    ['cart', 'cart'],
    ['feat/cart', 'cart'],
    ['feat/feat/cart', 'feat-cart'],
    ['fix/Cart Total', 'fix-Cart-Total'],
    ['  a  b ', 'a-b'],
    ['v1.2_x-y', 'v1.2_x-y'],
    ['ä/$(rm)', '-rm'],
    ['../../etc', '..-..-etc'],
    ['feat/', null],
    ['..', null],
    ['設計', null],
    ['', null],
  ])('of %j is %j', (text, slug) => expect(featureSlug(text)).toBe(slug))
})

describe('activating a feature', () => {
  it.each<readonly [string, KnownFeatures, object, object[]]>([
    ['creates it', LANE, { slug: 'feat/pay' }, activated({ feature: 9, slug: 'pay', title: 'pay' })],
    [
      'creates it with a title',
      LANE,
      { slug: 'pay', title: ' Pay ' },
      activated({ feature: 9, slug: 'pay', title: 'Pay' }),
    ],
    [
      'restores it and keeps its title',
      LANE,
      { slug: 'search' },
      activated({ feature: 5, slug: 'search', title: null }),
    ],
    [
      'distinguishes upper from lower case',
      LANE,
      { slug: 'Cart' },
      activated({ feature: 9, slug: 'Cart', title: 'Cart' }),
    ],
    ['does nothing if it is active', LANE, { slug: 'feat/cart', title: 'New' }, []],
  ])('%s', (_, known, input, events) => expect(given(known).when(activate, input)).toEqual(events))

  it.each([undefined, null, '', 'feat/', 5, ['x'], '.'])('with the slug %j is refused', (slug) =>
    expect(given<KnownFeatures>(LANE).when(activate, { slug })).toEqual({ rejected: 'EBADSLUG' }),
  )

  it('needs a lane and a title that is a text', () => {
    expect(given<KnownFeatures>(undefined).when(activate, { slug: 'x' })).toEqual({ rejected: 'ENOLANE' })
    expect(given<KnownFeatures>(LANE).when(activate, { slug: 'x', title: {} })).toEqual({ rejected: 'EBADFIELD' })
  })
})
