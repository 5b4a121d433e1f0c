import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { transcriptFindQuery } from '../../queries.js'
import { useGrowth } from '../../../../live/use-growth.js'
import { type Match, nearest, placeOf, step } from './hits.js'

/** A growing conversation is searched again at most this often. */
const AGAIN_MS = 2000

export interface Find {
  readonly words: string
  /** The number of messages with matches, and of matches. */
  readonly messages: number
  readonly matches: number
  /** The position of the current match, from 1. */
  readonly place: number
  readonly cut: boolean
  /** The current match: its line, and its index in the message. */
  readonly line: number | undefined
  readonly nth: number
  readonly busy: boolean
  readonly error: unknown
  readonly look: (words: string) => void
  readonly move: (by: 1 | -1) => void
}

interface FindInput {
  readonly id: string
  readonly agent: string | undefined
  /** The text in the address. */
  readonly words: string
  readonly line: number | undefined
  /** Returns the first visible line, where the search starts. */
  readonly lineInView: () => number
}

/** Searches a whole conversation for a text, and steps through the matches. */
export function useFind({ id, agent, words: asked, line: start, lineInView }: FindInput): Find {
  const [words, look] = useState(asked)
  const [moved, setMoved] = useState<(Match & { readonly words: string }) | undefined>(
    start === undefined ? undefined : { words: asked, line: start, nth: 0 },
  )
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...transcriptFindQuery(id, agent, words),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const again = useCallback(() => (words === '' ? undefined : refetch()), [words, refetch])
  useGrowth(id, again, AGAIN_MS)
  const hits = words === '' || isPlaceholderData ? [] : (data?.hits ?? [])
  const [origin, setOrigin] = useState<{ readonly words: string; readonly line: number }>()
  // The first match is the nearest one to what the reader saw when the results arrived.
  if (hits.length > 0 && moved?.words !== words && origin?.words !== words) setOrigin({ words, line: lineInView() })
  const match =
    hits.length === 0
      ? undefined
      : moved?.words === words
        ? moved
        : origin?.words === words
          ? nearest(hits, origin.line)
          : undefined
  return {
    words,
    messages: hits.length,
    place: placeOf(hits, match),
    matches: hits.reduce((sum, hit) => sum + hit.count, 0),
    cut: data?.cut === true,
    line: match?.line,
    nth: match?.nth ?? 0,
    busy: isFetching && words !== '',
    error,
    look,
    move: (by) => {
      const next = step(hits, match, by)
      if (next !== undefined) setMoved({ ...next, words })
    },
  }
}
