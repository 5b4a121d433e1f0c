import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { transcriptFindQuery } from '../../../../api/queries.js'
import { useGrowth } from '../../../../live/use-growth.js'
import { type Match, nearest, placeOf, step } from './hits.js'

/** A conversation that goes on is searched again, not more often than this. */
const AGAIN_MS = 2000

export interface Find {
  readonly words: string
  /** Messages and matches in them. */
  readonly messages: number
  readonly matches: number
  /** The place of the current match among all, from 1. */
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
  /** What the address asks for. */
  readonly words: string
  readonly line: number | undefined
  /** The line at the top of what is shown: the search begins there. */
  readonly lineInView: () => number
}

/** Words in a whole conversation, and the place in it that is looked at. */
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
  // The first hit is counted from where the reader was when the words were found.
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
