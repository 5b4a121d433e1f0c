import type { Conversation } from '../../../commands/ports/transcripts.js'
import type { Message } from '../../../domain/transcript/view/message.js'
import { messageOf } from '../../../domain/transcript/view/message-of.js'
import { LineReader } from '../files/lines.js'
import type { Mark } from '../parse/page-marks.js'
import { recordsOf } from '../files/parse-line.js'
import type { Source } from './conversation-file.js'

/** A line of a conversation and its offset; `message` is null when the line shows nothing. */
interface Walked {
  readonly message: Message | null
  readonly line: number
  readonly offset: number
  /** Offset of the next line. */
  readonly next: number
}

/** Yields every complete line from a mark on. The mark's `shown` is updated, so it always matches the next line. */
export function* walk(
  lines: LineReader,
  source: Source,
  { provider, agent }: Conversation,
  from: Mark,
): Generator<Walked> {
  let { line, offset } = from
  for (const raw of lines.lines(source.readAt, offset)) {
    if (!raw.ended) return
    const place = { line, agent, imageAddress: () => '' }
    const [first, ...more] = recordsOf(raw, line === 1)
    const message = first === undefined ? null : messageOf(provider, from.shown, first, place)
    yield { message, line, offset, next: raw.next }
    for (const value of more)
      yield { message: messageOf(provider, from.shown, value, place), line, offset, next: raw.next }
    line++
    offset = raw.next
  }
}

// Most lines are a few KB, and a search reads one line per hit.
const LINE_BYTES = 64 * 1024

/** Returns the one line that starts at `offset`, as `walk` yields it. */
export const lineAt = (source: Source, conversation: Conversation, at: Mark): Message | null => {
  const first = walk(new LineReader(LINE_BYTES), source, conversation, at).next()
  return first.done === true ? null : first.value.message
}
