// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FeedState } from '../../../../../../ui/src/pages/session/conversation/feed.js'
import type { Item } from '../../../../../../ui/src/pages/session/conversation/items.js'
import { useFollowEnd } from '../../../../../../ui/src/pages/session/conversation/use-follow-end.js'
import { useSeek } from '../../../../../../ui/src/pages/session/conversation/use-seek.js'

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const stateOf = (lines: readonly number[], more: Partial<FeedState> = {}): FeedState => ({
  phase: 'ready',
  error: null,
  messages: lines.map((line) => ({ line })) as unknown as FeedState['messages'],
  hasOlder: false,
  hasNewer: false,
  readingOlder: false,
  fromHooks: false,
  prepended: false,
  ...more,
})
const itemsOf = (state: FeedState): readonly Item[] =>
  state.messages.map((message) => ({ key: String(message.line), message, parts: [] })) as unknown as readonly Item[]

/** A box of 500 px with content of 2,000 px, and in it a row of 100 px with a text and a control. */
function boxOf() {
  const box = document.createElement('div')
  box.innerHTML = '<div><div><p>text</p><button type="button">open</button></div></div>'
  document.body.append(box)
  let [height, top] = [2000, 1500]
  Object.defineProperties(box, {
    scrollHeight: { get: () => height },
    clientHeight: { value: 500 },
    scrollTop: {
      get: () => top,
      set: (to: number) => {
        top = Math.min(to, height - 500)
      },
    },
  })
  const row = box.querySelector('div > div > div') as HTMLElement
  const setHeight = (px: number) => Object.defineProperty(row, 'offsetHeight', { value: px, configurable: true })
  setHeight(100)
  return {
    box,
    row: { button: row.lastElementChild as Element, text: row.firstElementChild as Element, setHeight },
    grow: (px: number) => (height += px),
  }
}

/** The callbacks of the observers that watch the box. */
let notify: (() => void)[] = []
beforeEach(() => {
  notify = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        notify.push(callback)
      }
      observe(): void {}
      disconnect(): void {}
    },
  )
})

function open(state: FeedState, startsAtEnd = true) {
  const feed = {
    state: () => state,
    open: vi.fn(() => Promise.resolve()),
    older: vi.fn(() => Promise.resolve(false)),
    later: vi.fn(() => Promise.resolve()),
    beginning: vi.fn(() => Promise.resolve()),
  }
  const list = { scrollToIndex: vi.fn(), scrollBy: vi.fn() }
  const { box, row, grow } = boxOf()
  const scroller = { current: box }
  const refs = { scroller, list: { current: list } }
  const hook = renderHook(
    (shown: FeedState) => useFollowEnd({ ...refs, feed, state: shown, items: itemsOf(shown), startsAtEnd }),
    { initialProps: state },
  )
  const scrollTo = (top: number): void =>
    act(() => {
      scroller.current.scrollTop = top
      hook.result.current.onScroll()
    })
  const growBy = (px = 0): void =>
    act(() => {
      grow(px)
      notify.at(-1)?.()
    })
  return { ...hook, feed, list, scrollTo, row, grow: growBy }
}

describe('a conversation', () => {
  it('follows its end when messages are added', () => {
    const { rerender, list, result } = open(stateOf([1, 2]))
    expect(result.current.follows).toBe(true)
    list.scrollToIndex.mockClear()
    rerender(stateOf([1, 2, 3]))
    expect(list.scrollToIndex).toHaveBeenCalledWith(2, { align: 'end' })
  })

  it('stays where it is after the reader scrolled up, counts what is new, and follows again at the end', () => {
    const { rerender, list, result, scrollTo } = open(stateOf([1, 2]))
    scrollTo(1500)
    scrollTo(900)
    expect(result.current.follows).toBe(false)
    list.scrollToIndex.mockClear()
    rerender(stateOf([1, 2, 3, 4]))
    expect(list.scrollToIndex).not.toHaveBeenCalled()
    expect(result.current.unseen).toBe(2)
    scrollTo(1490)
    expect(result.current.follows).toBe(true)
  })

  it('does not scroll away what the reader opened', () => {
    const { rerender, list, result, row } = open(stateOf([1, 2]))
    act(() => result.current.onClick({ target: row.button }))
    row.setHeight(400)
    list.scrollToIndex.mockClear()
    rerender(stateOf([1, 2, 3]))
    expect(list.scrollToIndex).not.toHaveBeenCalled()
  })

  it('follows its end after a click that opens nothing, or one that is not on a control', () => {
    const { rerender, list, result, row } = open(stateOf([1, 2]))
    act(() => result.current.onClick({ target: row.button }))
    list.scrollToIndex.mockClear()
    rerender(stateOf([1, 2, 3]))
    expect(list.scrollToIndex).toHaveBeenLastCalledWith(2, { align: 'end' })
    act(() => result.current.onClick({ target: row.text }))
    row.setHeight(400)
    rerender(stateOf([1, 2, 3, 4]))
    expect(list.scrollToIndex).toHaveBeenLastCalledWith(3, { align: 'end' })
  })

  it('leaves its end when what the reader opened reaches below the window, and not when the list grows elsewhere', () => {
    const { result, row, grow } = open(stateOf([1, 2]))
    act(() => result.current.onClick({ target: row.button }))
    grow()
    expect(result.current.follows).toBe(true)
    row.setHeight(400)
    grow(300)
    expect(result.current.follows).toBe(false)
  })

  it('reads the newest messages before it goes to the end of a part', async () => {
    const { result, feed } = open(stateOf([1, 2], { hasNewer: true }), false)
    expect(result.current.follows).toBe(false)
    expect(result.current.unseen).toBe(0)
    await act(() => result.current.toNewest())
    expect(feed.open).toHaveBeenCalledOnce()
    expect(result.current.follows).toBe(true)
  })

  it('goes to the first message, unless the reader goes to the newest one meanwhile', async () => {
    const { result, feed, list } = open(stateOf([1, 2]))
    await act(() => result.current.toBeginning())
    expect(list.scrollToIndex).toHaveBeenLastCalledWith(0)
    list.scrollToIndex.mockClear()
    let finish = (): void => undefined
    feed.beginning.mockReturnValueOnce(new Promise((resolve) => (finish = () => resolve(undefined))))
    await act(async () => {
      const leaving = result.current.toBeginning()
      await result.current.toNewest()
      finish()
      await leaving
    })
    expect(list.scrollToIndex).not.toHaveBeenCalledWith(0)
  })

  it('reads more near both ends', () => {
    const { feed, scrollTo } = open(stateOf([1, 2]))
    feed.later.mockClear()
    scrollTo(700)
    expect(feed.older).toHaveBeenCalled()
    expect(feed.later).toHaveBeenCalled()
  })

  it('reads on below a part that fits into the window, without a scroll', () => {
    const { feed, rerender } = open(stateOf([1], { hasNewer: true }), false)
    expect(feed.later).toHaveBeenCalledOnce()
    rerender(stateOf([1, 2], { hasNewer: true }))
    expect(feed.later).toHaveBeenCalledTimes(2)
  })
})

describe('a line', () => {
  const seek = (state: FeedState, line: number | undefined) => {
    const list = { scrollToIndex: vi.fn() }
    const feed = { openAt: vi.fn(() => Promise.resolve()) }
    const onFound = vi.fn()
    const ref = { current: list }
    const hook = renderHook(
      ({ shown, wanted }: { shown: FeedState; wanted: number | undefined }) =>
        useSeek({ list: ref, feed, state: shown, items: itemsOf(shown), line: wanted, onFound }),
      { initialProps: { shown: state, wanted: line } },
    )
    return { ...hook, list, feed, onFound }
  }

  it('is scrolled to once, and again when another one is requested', () => {
    const { rerender, list, onFound } = seek(stateOf([1, 2, 3]), 2)
    expect(list.scrollToIndex).toHaveBeenCalledWith(1, { align: 'center' })
    rerender({ shown: stateOf([1, 2, 3, 4]), wanted: 2 })
    expect(list.scrollToIndex).toHaveBeenCalledOnce()
    rerender({ shown: stateOf([1, 2, 3, 4]), wanted: 4 })
    expect(list.scrollToIndex).toHaveBeenLastCalledWith(3, { align: 'center' })
    expect(onFound).toHaveBeenCalledTimes(2)
  })

  it('outside of what was read is read first, and only once', () => {
    const state = stateOf([50, 51], { hasOlder: true })
    const { rerender, list, feed } = seek(state, 7)
    expect(feed.openAt).toHaveBeenCalledWith(7)
    expect(list.scrollToIndex).not.toHaveBeenCalled()
    rerender({ shown: stateOf([6, 7, 8], { hasNewer: true }), wanted: 7 })
    expect(list.scrollToIndex).toHaveBeenCalledWith(1, { align: 'center' })
    expect(feed.openAt).toHaveBeenCalledOnce()
  })
})
