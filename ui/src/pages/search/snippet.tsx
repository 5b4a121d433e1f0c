import type { ReactNode } from 'react'
import type { SpokenHit } from '../../api/types.js'
import { directoryParts, type Part } from '../../kit/within.js'

interface SnippetProps {
  readonly snippet: SpokenHit['snippet']
  /** The directory of the session, which is left out before a path unless it contains a searched term. */
  readonly directory: string | null
}

/** The text around a hit, with the searched terms marked. */
export function Snippet({ snippet: { text, marks }, directory }: SnippetProps) {
  const found = marks.map(([begin = 0, end = 0]): Part => [begin, end])
  const left = directoryParts(directory, text).filter((part) => !found.some((mark) => overlap(mark, part)))
  const parts: ReactNode[] = []
  let at = 0
  const steps = [...found.map((part) => ({ part, isFound: true })), ...left.map((part) => ({ part, isFound: false }))]
  for (const { part, isFound } of steps.toSorted((one, other) => one.part[0] - other.part[0])) {
    const [begin, end] = part
    if (begin < at || end <= begin) continue
    parts.push(text.slice(at, begin))
    if (isFound) parts.push(<mark key={begin}>{text.slice(begin, end)}</mark>)
    at = end
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}

const overlap = ([begin, end]: Part, [from, to]: Part): boolean => begin < to && from < end
