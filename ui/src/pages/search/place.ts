import type { SpokenHit } from '../../api/types.js'

/** The first phrase or word that was looked for, to be marked in the conversation: there words are found as they stand. */
const markedWord = (words: string): string => /"([^"]+)"/.exec(words)?.[1] ?? words.trim().split(/\s+/)[0] ?? ''

/** Where a hit stands in its session's conversation. */
export function placeOfHit({ agent_id: agent, line, snippet }: SpokenHit, words: string) {
  const [begin, end] = snippet.marks[0] ?? []
  const marked = begin === undefined || end === undefined ? markedWord(words) : snippet.text.slice(begin, end)
  return { line, ...(agent === null ? {} : { agent }), ...(marked === '' ? {} : { find: marked }) }
}
