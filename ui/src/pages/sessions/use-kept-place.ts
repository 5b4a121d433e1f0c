import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { VirtualizerHandle } from 'virtua'

interface Place {
  /** The first visible row, and how many of its pixels are above the edge. */
  readonly row: number
  readonly cut: number
  /** The last visible row. A shorter list cannot be scrolled to the place. */
  readonly last: number
}

const nameOf = (list: string): string => `switchyard.place ${list}`

function kept(list: string): Place | undefined {
  try {
    const place: Place | null = JSON.parse(sessionStorage.getItem(nameOf(list)) ?? 'null')
    return place ?? undefined
  } catch {
    return undefined
  }
}

interface List {
  /** Identifies the list: the filters that it was read with. */
  readonly name: string
  readonly list: RefObject<VirtualizerHandle | null>
  readonly scroller: RefObject<HTMLElement | null>
  /** How many rows are there; 0 while those of another list are still shown. */
  readonly rows: number
  readonly hasMore: boolean
  readonly readOn: () => void
}

/** Restores the reader's place in a long list after a visit elsewhere or a reload. Reads more pages until it is reached. */
export function useKeptPlace({ name, list, scroller, rows, hasMore, readOn }: List): {
  readonly keep: (offset: number) => void
} {
  const wanted = useRef<{ readonly name: string; readonly place: Place | undefined }>(undefined)
  useLayoutEffect(() => {
    if (rows === 0) return
    if (wanted.current?.name !== name) wanted.current = { name, place: kept(name) ?? { row: 0, cut: 0, last: 0 } }
    const { place } = wanted.current
    if (place === undefined) return
    if (rows <= place.last && hasMore) return readOn()
    wanted.current = { name, place: undefined }
    if (place.row > 0) list.current?.scrollToIndex(place.row, { align: 'start', offset: place.cut })
  })
  return {
    keep: (offset) => {
      const shown = list.current
      // While the way back is not done, the scroll position is not the reader's.
      if (shown === null || wanted.current === undefined || wanted.current.place !== undefined) return
      const row = shown.findItemIndex(offset)
      const cut = offset - shown.getItemOffset(row)
      // Not the list's own viewport size, which is 0 until it is measured.
      const last = shown.findItemIndex(offset + (scroller.current?.clientHeight ?? 0))
      sessionStorage.setItem(nameOf(name), JSON.stringify({ row, cut, last } satisfies Place))
    },
  }
}
