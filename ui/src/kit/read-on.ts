import type { UIEvent } from 'react'

/** Pixels left below the last visible row when the next page is asked for. */
const AHEAD_PX = 1200

interface Pages {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

/** What a list of pages does when it is scrolled: it asks for the next page before its end is seen. */
export const readOn =
  ({ hasNextPage, isFetchingNextPage, fetchNextPage }: Pages) =>
  ({ currentTarget: box }: UIEvent<HTMLElement>): void => {
    if (!hasNextPage || isFetchingNextPage) return
    if (box.scrollHeight - box.scrollTop - box.clientHeight < AHEAD_PX) void fetchNextPage()
  }
