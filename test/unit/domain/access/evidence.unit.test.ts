import { describe, expect, it } from 'vitest'
import { type Facts, judged, strongest } from '../../../../src/domain/access/evidence.js'
import { folderOwner, isReserved, isWithin } from '../../../../src/domain/access/territory.js'

describe('the evidence of a call', () => {
  it('counts by its rank', () => {
    const facts: Facts = { lane: 'user:1', folder: 'user:2', home: null, source: 'user:3' }
    expect(strongest(facts)).toEqual({ owner: 'user:2', evidence: 'folder' })
    expect(strongest({})).toBeNull()
  })

  it('determines an owner once; after that only strong evidence of somebody else refuses', () => {
    expect(judged(null, { lane: 'user:1' })).toEqual({ owner: 'user:1', evidence: 'lane' })
    expect(judged(null, {})).toBe('accept')
    const known = { owner: 'user:1' }
    expect(judged(known, { home: 'user:1' })).toBe('accept')
    expect(judged(known, { folder: 'user:2' })).toBe('accept')
    for (const evidence of ['uid', 'pane', 'home'] as const)
      expect(judged(known, { [evidence]: 'user:2' })).toBe('refuse')
  })
})

describe('a folder', () => {
  const places = { usersRoot: '/data/users', dataDir: '/data' }

  it.each(['/', '/data', '/data/users', '/data/users/ada', '/data/archive', '/data/users/.deleted-ada-1/shop'])(
    'cannot have a lane: %s',
    (path) => expect(isReserved(path, places)).toBe(true),
  )
  it.each(['/data/users/ada/shop', '/srv', '/data2', '/data/users/ada/.hidden'])('can have a lane: %s', (path) =>
    expect(isReserved(path, places)).toBe(false),
  )

  it('is within another one by whole names', () => {
    expect([isWithin('/a/b', '/a'), isWithin('/a', '/a'), isWithin('/ab', '/a'), isWithin('/a', '/')]).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  it('belongs to the user in whose own folder it is', () => {
    expect(
      ['/data/users/ada', '/data/users/ada/x/y', '/data/users', '/data/usersx/ada'].map((path) =>
        folderOwner(path, '/data/users'),
      ),
    ).toEqual(['ada', 'ada', null, null])
  })
})
