import type { Conversation } from '../../commands/ports/transcripts.js'
import { type Message, messageOf } from '../../domain/transcript/message.js'
import { LineReader } from './lines.js'
import type { Mark } from './marks.js'
import { parseLine } from './parse-line.js'
import type { Source } from './source.js'

/** A line of a conversation, and where it begins; null where it shows nothing. */
export interface Walked {
  readonly message: Message | null
  readonly line: number
  readonly offset: number
  /** Where the next line begins. */
  readonly next: number
}

/** Every ended line from a mark on. The mark's `shown` is carried along, so it fits the line that comes next. */
export function* walk(
  lines: LineReader,
  source: Source,
  { provider, agent }: Conversation,
  from: Mark,
): Generator<Walked> {
  let { line, offset } = from
  for (const raw of lines.lines(source.readAt, offset)) {
    if (!raw.ended) return
    const value = parseLine(raw, line === 1)
    const place = { line, agent, imageAddress: () => '' }
    const message = value === null ? null : messageOf(provider, from.shown, value, place)
    yield { message, line, offset, next: raw.next }
    line++
    offset = raw.next
  }
}

// Most lines are a few KB: a search reads one of them per hit.
const LINE_BYTES = 64 * 1024

/** The one line that begins at `offset`, as `walk` gave it. */
export const lineAt = (source: Source, conversation: Conversation, at: Mark): Message | null => {
  const first = walk(new LineReader(LINE_BYTES), source, conversation, at).next()
  return first.done === true ? null : first.value.message
}
