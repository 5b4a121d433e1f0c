import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { transcriptFindQuery } from '../../../../api/queries.js'
import { useGrowth } from '../../../../live/use-growth.js'
import { nearest, step } from './hits.js'

/** A conversation that goes on is searched again, not more often than this. */
const AGAIN_MS = 2000

export interface Find {
  readonly words: string
  readonly lines: readonly number[]
  readonly times: number
  readonly cut: boolean
  /** The line that is looked at. */
  readonly line: number | undefined
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
  const [moved, setMoved] = useState<{ readonly words: string; readonly line: number } | undefined>(
    start === undefined ? undefined : { words: asked, line: start },
  )
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...transcriptFindQuery(id, agent, words),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  const again = useCallback(() => (words === '' ? undefined : refetch()), [words, refetch])
  useGrowth(id, again, AGAIN_MS)
  const hits = words === '' || isPlaceholderData ? [] : (data?.hits ?? [])
  const lines = hits.map((hit) => hit.line)
  const [origin, setOrigin] = useState<{ readonly words: string; readonly line: number }>()
  // The first hit is counted from where the reader was when the words were found.
  if (lines.length > 0 && moved?.words !== words && origin?.words !== words) setOrigin({ words, line: lineInView() })
  const line =
    lines.length === 0
      ? undefined
      : moved?.words === words
        ? moved.line
        : origin?.words === words
          ? nearest(lines, origin.line)
          : undefined
  return {
    words,
    lines,
    times: hits.reduce((sum, hit) => sum + hit.count, 0),
    cut: data?.cut === true,
    line,
    busy: isFetching && words !== '',
    error,
    look,
    move: (by) => {
      const next = step(lines, line, by)
      if (next !== undefined) setMoved({ words, line: next })
    },
  }
}
