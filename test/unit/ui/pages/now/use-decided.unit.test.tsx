import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Group } from '../../../../../ui/src/live/triage.js'
import { useDecided } from '../../../../../ui/src/pages/now/use-decided.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const groups = (waiting: readonly string[], working: readonly string[]): readonly Group[] => [
  ...(waiting.length === 0 ? [] : [{ key: 'waiting' as const, ids: waiting }]),
  ...(working.length === 0 ? [] : [{ key: 'working' as const, ids: working }]),
]
const open = (first: readonly Group[]) => {
  const { result, rerender } = renderHook(({ given }) => useDecided(given), { initialProps: { given: first } })
  return {
    show: (given: readonly Group[]) => rerender({ given }),
    seen: () => [
      result.current.groups.map(({ key, ids }) => `${key}: ${ids.join(' ')}`).join('; '),
      [...result.current.decided].join(' '),
    ],
    groups: () => result.current.groups,
  }
}

it('a row that was decided stays in its place for two seconds, and then moves', () => {
  const { show, seen } = open(groups(['a', 'b', 'c'], ['d']))
  show(groups(['a', 'c'], ['d', 'b']))
  expect(seen()).toEqual(['waiting: a b c; working: d', 'b'])
  act(() => void vi.advanceTimersByTime(1999))
  expect(seen()).toEqual(['waiting: a b c; working: d', 'b'])
  act(() => void vi.advanceTimersByTime(1))
  expect(seen()).toEqual(['waiting: a c; working: d b', ''])
})

it('the last one stays, too, and a row that waits again is no decided one', () => {
  const { show, seen } = open(groups(['a'], []))
  show(groups([], ['a']))
  expect(seen()).toEqual(['waiting: a', 'a'])
  show(groups(['a'], []))
  expect(seen()).toEqual(['waiting: a', ''])
})

it('a row that is gone does not stay, and without one the groups are the same objects', () => {
  const { show, seen, groups: shown } = open(groups(['a', 'b'], []))
  const later = groups(['b'], [])
  show(later)
  expect(seen()).toEqual(['waiting: b', ''])
  expect(shown()).toBe(later)
})
