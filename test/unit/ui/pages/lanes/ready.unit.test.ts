import { describe, expect, it } from 'vitest'
import { readyLanes, repositoryName } from '../../../../../ui/src/pages/lane/train/ready.js'

const decision = (kind: 'land' | 'review', id: number, repository: string | null = '/shop/.git') => ({
  kind,
  lane: { id, title: String(id), slot: null },
  repository,
})

describe('the lanes that may land together', () => {
  it('are those of one repository', () => {
    expect(readyLanes([decision('land', 1), decision('land', 2), decision('land', 3, '/blog/.git')])).toEqual([
      { repository: '/shop/.git', lanes: [1, 2] },
    ])
  })

  it('are at least two, which wait for that', () => {
    expect(readyLanes([decision('land', 1), decision('review', 2), decision('land', 3, null)])).toEqual([])
  })
})

describe('the name of a repository', () => {
  it.each([
    ['/home/ada/shop/.git', 'shop'],
    ['/srv/shop.git', 'shop.git'],
  ])('of %s is %s', (repository, name) => {
    expect(repositoryName(repository)).toBe(name)
  })
})
