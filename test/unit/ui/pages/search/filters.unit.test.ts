import { describe, expect, it } from 'vitest'
import { isSearch, queryOf, withOperators } from '../../../../../ui/src/pages/search/filters.js'

describe('queryOf', () => {
  it('sends the days as instants of the time zone of the user, with the last day excluded', () => {
    expect(queryOf('retry after:2026-11-01 before:2026-11-03')).toEqual({
      q: 'retry',
      since: new Date(2026, 10, 1).toISOString(),
      until: new Date(new Date(2026, 10, 3).getTime() - 1).toISOString(),
    })
  })

  it('sends projects and speakers, and nothing that is not filtered', () => {
    expect(queryOf('x project:a -project:b from:tool')).toEqual({
      q: 'x',
      project: ['a'],
      not_project: ['b'],
      speaker: ['tool'],
    })
    expect(queryOf('x tool:Edit file:src')).toEqual({ q: 'x', tool: ['Edit'], file: ['src'] })
    expect(queryOf('x')).toEqual({ q: 'x' })
  })
})

it('searches for terms, a tool or a file, but not for filters alone', () => {
  expect(['x', 'tool:Edit', 'file:src project:a'].map(isSearch)).toEqual([true, true, true])
  expect(['', ' ', 'project:a from:you'].map(isSearch)).toEqual([false, false, false])
})

it('replaces only the operators of the changed filter', () => {
  expect(withOperators('x from:you project:a project:b', 'project', ['c d'])).toBe('x from:you project:"c d"')
  expect(withOperators('x from:you', 'from', [])).toBe('x')
})
