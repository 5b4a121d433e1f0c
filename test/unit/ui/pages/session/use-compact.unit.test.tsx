// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { UIEvent } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCompact } from '../../../../../ui/src/pages/session/use-compact.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

function open(height = 2000) {
  const { result } = renderHook(() => useCompact())
  const box = document.createElement('div')
  Object.defineProperties(box, { scrollHeight: { value: height }, clientHeight: { value: 500 } })
  const scrollTo = (top: number): boolean => {
    act(() => {
      box.scrollTop = top
      result.current.onScroll({ target: box } as unknown as UIEvent)
    })
    return result.current.isCompact
  }
  return { result, scrollTo }
}

it('the header is collapsed while the page is scrolled, and expanded at its top', () => {
  const { scrollTo } = open()
  expect([scrollTo(20), scrollTo(300), scrollTo(20), scrollTo(0)]).toEqual([false, true, true, false])
})

it('the header stays expanded after a click until the reader scrolls on', () => {
  const { result, scrollTo } = open()
  scrollTo(300)
  act(() => result.current.expand())
  // The list moves because the header grew.
  expect(scrollTo(360)).toBe(false)
  vi.advanceTimersByTime(1000)
  expect([scrollTo(370), scrollTo(600)]).toEqual([false, true])
})

it('a box that scrolls a little does not collapse the header, because it would jump', () => {
  expect(open(600).scrollTo(90)).toBe(false)
})
