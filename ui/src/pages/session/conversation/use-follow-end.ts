import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Feed, FeedState } from './feed.js'

/** This near to an end counts as being there. */
const NEAR_PX = 48
/** More messages are read before the reader reaches the first or the last one. */
const AHEAD_PX = 1500

/** The reader did not come from the end, so no message is new. */
const JUMPED = Infinity

const belowOf = (box: Element): number => box.scrollHeight - box.scrollTop - box.clientHeight

/** A row in which the reader used a control, and its height before that. */
interface UsedRow {
  readonly row: HTMLElement
  readonly height: number
}

/** Returns the row of the list with the control that was clicked. */
function usedRowOf(list: Element | null | undefined, target: EventTarget): UsedRow | undefined {
  if (!(target instanceof Element) || target.closest('button, summary') === null) return undefined
  const row = [...(list?.children ?? [])].find((child) => child.contains(target))
  return row instanceof HTMLElement ? measured(row) : undefined
}

const measured = (row: HTMLElement): UsedRow => ({ row, height: row.offsetHeight })

interface FollowInput {
  readonly scroller: RefObject<HTMLElement | null>
  readonly list: RefObject<Pick<VirtualizerHandle, 'scrollToIndex' | 'scrollBy'> | null>
  readonly feed: Pick<Feed, 'state' | 'open' | 'older' | 'later' | 'beginning'>
  readonly state: FeedState
  /** What the list shows; it is another array when it changes. */
  readonly items: readonly unknown[]
  /** Whether reading starts at the end. */
  readonly startsAtEnd: boolean
}

interface FollowEnd {
  readonly follows: boolean
  /** Messages that were written since the reader left the end. */
  readonly unseen: number
  readonly toNewest: () => Promise<void>
  readonly toBeginning: () => Promise<void>
  /** Stops following: a place elsewhere is shown. */
  readonly leave: () => void
  readonly onClick: (event: Pick<MouseEvent, 'target'>) => void
  readonly onScroll: () => void
}

/**
 * Keeps a list at its end while the reader is there, also while rows at the end grow. A reader who scrolls up or opens something
 * leaves the end, and follows it again after scrolling back to it. Reads more messages near both ends.
 */
export function useFollowEnd({ scroller, list, feed, state, items, startsAtEnd }: FollowInput): FollowEnd {
  const lastLine = state.messages.at(-1)?.line ?? 0
  /** The last line when the reader left the end; undefined while the list follows the end. */
  const [leftAt, setLeftAt] = useState(startsAtEnd ? undefined : JUMPED)
  const follows = leftAt === undefined
  const used = useRef<UsedRow>(undefined)
  const top = useRef(0)
  /** Where the last key leads, until the list is there: data that was read for an earlier key is not shown. */
  const leads = useRef<'beginning' | 'newest'>(undefined)
  /** Whether the list grows because the reader opened something. */
  const hasOpened = (): boolean =>
    used.current?.row.isConnected === true && used.current.row.offsetHeight !== used.current.height

  useLayoutEffect(() => {
    if (follows && items.length > 0 && !hasOpened()) list.current?.scrollToIndex(items.length - 1, { align: 'end' })
  }, [items, follows, list])
  // Rows are measured after they are drawn, and the box shrinks when the header above it grows: then the end is further down.
  useLayoutEffect(() => {
    const box = scroller.current
    const rows = box?.lastElementChild
    if (!follows || box === null || rows == null) return undefined
    const grown = new ResizeObserver(() => {
      if (!hasOpened()) box.scrollTop = box.scrollHeight
      else if (belowOf(box) >= NEAR_PX) setLeftAt(lastLine)
      else if (used.current !== undefined) used.current = measured(used.current.row)
    })
    grown.observe(rows)
    grown.observe(box)
    return () => grown.disconnect()
  }, [follows, lastLine, state.phase, scroller])
  // A window that is shorter than the box, such as one that ends with a search hit, is never scrolled.
  useEffect(() => {
    if (scroller.current !== null && belowOf(scroller.current) < AHEAD_PX) void feed.later()
  }, [items, scroller, feed])

  return {
    follows,
    unseen: follows ? 0 : state.messages.filter((message) => message.line > leftAt).length,
    leave: () => setLeftAt(JUMPED),
    toNewest: async () => {
      leads.current = 'newest'
      used.current = undefined
      // Asks the feed, because a key can be pressed before the new state is rendered.
      if (feed.state().hasNewer) await feed.open()
      setLeftAt(undefined)
    },
    toBeginning: async () => {
      leads.current = 'beginning'
      setLeftAt(state.hasNewer ? JUMPED : lastLine)
      await feed.beginning()
      if (leads.current !== 'beginning') return
      leads.current = undefined
      list.current?.scrollToIndex(0)
    },
    onClick: ({ target }) => {
      used.current = usedRowOf(scroller.current?.lastElementChild, target)
      // Stops a running scroll to the end.
      list.current?.scrollBy(0)
    },
    onScroll: () => {
      const box = scroller.current
      if (box === null) return
      const below = belowOf(box)
      const isUp = box.scrollTop < top.current
      top.current = box.scrollTop
      if (below < NEAR_PX && !state.hasNewer && leads.current !== 'beginning') {
        leads.current = undefined
        if (!follows) used.current = undefined
        setLeftAt(undefined)
        // Growth below moves the end away; only a reader moves up.
      } else if (follows && isUp && leads.current !== 'newest') setLeftAt(lastLine)
      if (box.scrollTop < AHEAD_PX) void feed.older()
      if (below < AHEAD_PX) void feed.later()
    },
  }
}
