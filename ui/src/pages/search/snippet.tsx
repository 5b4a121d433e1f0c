import type { ReactNode } from 'react'
import type { SpokenHit } from '../../api/types.js'

/** The words around a hit, with those that were looked for marked. */
export function Snippet({ snippet: { text, marks } }: { snippet: SpokenHit['snippet'] }) {
  const parts: ReactNode[] = []
  let at = 0
  for (const [begin = 0, end = 0] of marks) {
    if (begin < at || end <= begin) continue
    parts.push(text.slice(at, begin), <mark key={begin}>{text.slice(begin, end)}</mark>)
    at = end
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
