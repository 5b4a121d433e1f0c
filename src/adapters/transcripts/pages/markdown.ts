import type { MarkdownQuery } from '../../../commands/ports/transcripts.js'
import { MarkdownWriter } from '../../../domain/transcript/view/markdown.js'
import { messageOf } from '../../../domain/transcript/view/message-of.js'
import { firstMark } from '../parse/page-marks.js'
import { openSource } from './conversation-file.js'
import { linesFrom } from './pages.js'

/** Characters of one part. */
const PART = 64 * 1024

/** Yields a conversation as Markdown, with the messages that a page would show. */
export function* markdownOf(archive: string | null, query: MarkdownQuery): Generator<string, void, undefined> {
  const source = openSource(archive, query)
  if (source === null) return
  try {
    const start = firstMark()
    const state = { ...start.shown }
    const writer = new MarkdownWriter(query)
    let part = ''
    for (const { number, value } of linesFrom(source, start)) {
      const place = { line: number, agent: query.agent, imageAddress: String }
      const message = messageOf(query.provider, state, value, place)
      if (message === null) continue
      part += writer.message(message)
      if (part.length < PART) continue
      yield part
      part = ''
    }
    if (part !== '') yield part
  } finally {
    source.close()
  }
}
