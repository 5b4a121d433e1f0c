import { describe, expect, it } from 'vitest'
import { groupedItems, type ListItem } from '../../../../../../ui/src/pages/sessions/list/items.js'
import { session } from '../../../../../support/ui/rows.js'

const at = (id: string, last_activity: string) => session(id, { last_activity })
const groups = {
  pinned: { sessions: 1, cost: 8 },
  groups: [
    { kind: 'today' as const, from: '2026-11-19T00:00:00.000Z', to: null, sessions: 2, cost: 3 },
    {
      kind: 'month' as const,
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-16T00:00:00.000Z',
      sessions: 96,
      cost: 331.2,
    },
  ],
}
const shown = (items: readonly ListItem[]) =>
  items.map((item) => (item.is === 'row' ? item.session.id : `${item.kind} ${item.sessions}`))

describe('the grouped list', () => {
  it('has a heading before the first session of each group, with the counts of the whole group', () => {
    const rows = [at('a', '2026-11-19T08:00:00Z'), at('b', '2026-11-19T07:00:00Z'), at('c', '2026-11-03T07:00:00Z')]
    expect(shown(groupedItems({ pinned: [at('p', '2026-01-01T00:00:00Z')], rows, groups }))).toEqual([
      'pinned 1',
      'p',
      'today 2',
      'a',
      'b',
      'month 96',
      'c',
    ])
  })

  it('has no headings if the groups are not known', () => {
    const rows = [at('a', '2026-11-19T08:00:00Z')]
    expect(shown(groupedItems({ pinned: [at('p', '2026-01-01T00:00:00Z')], rows, groups: undefined }))).toEqual([
      'p',
      'a',
    ])
  })

  it('shows a session that was pinned meanwhile once, and one older than all groups below them', () => {
    const old = at('old', '2019-01-01T00:00:00Z')
    const p = at('p', '2026-11-19T08:00:00Z')
    expect(shown(groupedItems({ pinned: [p], rows: [p, old], groups }))).toEqual(['pinned 1', 'p', 'other null', 'old'])
  })
})
