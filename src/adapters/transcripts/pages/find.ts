import type { FindAnswer, FindQuery } from '../../../commands/ports/transcripts.js'
import { messageOf } from '../../../domain/transcript/view/message-of.js'
import { occurrences, wordsIn } from '../../../domain/transcript/view/find-text.js'
import { firstMark } from '../parse/page-marks.js'
import { linesFrom } from './pages.js'
import { openSource } from './conversation-file.js'

/** Maximum number of hits: nobody steps through more. */
const MOST = 5000

/** Returns the messages of a whole conversation that contain a text, among those that a page would show. */
export function findWords(archive: string | null, query: FindQuery): FindAnswer {
  const sought = query.words.toLowerCase()
  const source = sought === '' ? null : openSource(archive, query)
  if (source === null) return { hits: [], cut: false }
  const hits: { line: number; count: number }[] = []
  try {
    const start = firstMark()
    const state = { ...start.shown }
    for (const { number, value } of linesFrom(source, start)) {
      const message = messageOf(query.provider, state, value, {
        line: number,
        agent: query.agent,
        imageAddress: String,
      })
      const count = message === null ? 0 : occurrences(wordsIn(message), sought)
      if (count === 0) continue
      if (hits.length === MOST) return { hits, cut: true }
      hits.push({ line: number, count })
    }
  } finally {
    source.close()
  }
  return { hits, cut: false }
}
