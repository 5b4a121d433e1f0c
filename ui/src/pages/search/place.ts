import type { SpokenHit } from '../../api/types.js'

/** Returns the first phrase or term of the query, to be marked in the conversation. */
const markedWord = (words: string): string => /"([^"]+)"/.exec(words)?.[1] ?? words.trim().split(/\s+/)[0] ?? ''

/** Returns the place of a hit in the conversation of its session. */
export function placeOfHit({ agent_id: agent, line, snippet }: SpokenHit, words: string) {
  const [begin, end] = snippet.marks[0] ?? []
  const marked = begin === undefined || end === undefined ? markedWord(words) : snippet.text.slice(begin, end)
  return { line, ...(agent === null ? {} : { agent }), ...(marked === '' ? {} : { find: marked }) }
}
