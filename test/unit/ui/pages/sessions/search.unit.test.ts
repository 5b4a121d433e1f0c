import { describe, expect, it } from 'vitest'
import { isFiltered, many, sessionsSearch, some, unfiltered } from '../../../../../ui/src/pages/sessions/search.js'

describe('the filters in the address', () => {
  it('are one value or a list, without unknown ones', () => {
    expect(sessionsSearch({ state: 'failed' })).toEqual({ state: 'failed' })
    expect(sessionsSearch({ state: ['done', 'failed', 'x'] })).toEqual({ state: ['failed', 'done'] })
    expect(sessionsSearch({ state: ['x'], provider: ['x'], cwd: [], sort: 'x', ascending: 'x', range: 'x' })).toEqual(
      {},
    )
    expect(sessionsSearch({ cwd: ['/a, b', '/c'] })).toEqual({ cwd: ['/a, b', '/c'] })
    expect(sessionsSearch({ lane: 4 })).toEqual({ lane: 4 })
    for (const lane of ['4', 0, 1.5, -1, [4]]) expect(sessionsSearch({ lane })).toEqual({})
  })

  it('of older addresses keep their meaning', () => {
    expect(sessionsSearch({ status: 'completed' })).toEqual({ state: 'done' })
    expect(many(sessionsSearch({ status: 'active' }).state)).toContain('needs_you')
    expect(sessionsSearch({ status: 'error', state: 'done' })).toEqual({ state: 'done' })
  })

  it('have a period by name, or by its days', () => {
    expect(sessionsSearch({ range: '7d', from: '2026-11-02' })).toEqual({ range: '7d' })
    expect(sessionsSearch({ from: '2026-11-02', to: 'soon' })).toEqual({ from: '2026-11-02' })
  })

  it('are cleared without the order', () => {
    const search = sessionsSearch({ q: 'a', sort: 'price', ascending: true })
    expect(isFiltered(search)).toBe(true)
    expect(unfiltered(search)).toEqual({ sort: 'price', ascending: true })
    expect(isFiltered(unfiltered(search))).toBe(false)
  })

  it('are written as short as possible', () => {
    expect([some([]), some(['a']), some(['a', 'b'])]).toEqual([undefined, 'a', ['a', 'b']])
  })
})
