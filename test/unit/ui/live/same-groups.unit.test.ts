import { describe, expect, it } from 'vitest'
import { sameGroups } from '../../../../ui/src/live/same-groups.js'
import type { Group } from '../../../../ui/src/live/triage.js'

const shown: readonly Group[] = [
  { key: 'waiting', ids: ['a', 'b'] },
  { key: 'working', ids: ['c'] },
]

describe('updated groups', () => {
  it('are the same list if no session changes its group or position', () => {
    expect(sameGroups(shown, structuredClone(shown))).toBe(shown)
  })

  it('reuse the groups that did not change', () => {
    const wanted: readonly Group[] = [
      { key: 'waiting', ids: ['a', 'b'] },
      { key: 'working', ids: ['d', 'c'] },
    ]
    const groups = sameGroups(shown, wanted)
    expect(groups).toEqual(wanted)
    expect(groups[0]).toBe(shown[0])
  })

  it.each<[string, readonly Group[]]>([
    ['a session changes its place', [{ key: 'waiting', ids: ['b', 'a'] }, ...shown.slice(1)]],
    ['a session leaves', [{ key: 'waiting', ids: ['a'] }, ...shown.slice(1)]],
    ['a group empties', shown.slice(0, 1)],
    ['a group moves with the same sessions', [{ key: 'failed', ids: ['a', 'b'] }, ...shown.slice(1)]],
  ])('are a new list when %s', (_, wanted) => {
    const groups = sameGroups(shown, wanted)
    expect(groups).toEqual(wanted)
    expect(groups).not.toBe(shown)
  })
})
