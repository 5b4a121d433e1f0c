import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Feed, FeedState } from './feed.js'
import { type Item, placeOfLine } from './items.js'

interface SeekInput {
  readonly list: RefObject<Pick<VirtualizerHandle, 'scrollToIndex'> | null>
  readonly feed: Pick<Feed, 'openAt'>
  readonly state: FeedState
  readonly items: readonly Item[]
  /** The line to show. */
  readonly line: number | undefined
  /** Called before the list is scrolled to the line. */
  readonly onFound: () => void
}

/** Scrolls to a line once, and again when another line is requested; reads the part of the conversation that it is in. */
export function useSeek({ list, feed, state, items, line, onFound }: SeekInput): void {
  const shown = useRef<number>(undefined)
  const requested = useRef<number>(undefined)
  const found = useRef(onFound)
  useLayoutEffect(() => {
    found.current = onFound
  })
  useLayoutEffect(() => {
    if (line === undefined || shown.current === line || items.length === 0) return
    const [first, last] = [state.messages[0]?.line ?? 0, state.messages.at(-1)?.line ?? 0]
    const isOutside = (line < first && state.hasOlder) || (line > last && state.hasNewer)
    if (isOutside && requested.current !== line) {
      requested.current = line
      void feed.openAt(line)
      return
    }
    shown.current = line
    found.current()
    list.current?.scrollToIndex(Math.max(0, placeOfLine(items, line)), { align: 'center' })
  }, [items, line, state, feed, list])
}
