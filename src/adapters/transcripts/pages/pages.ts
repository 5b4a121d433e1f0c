import type {
  Conversation,
  ConversationPage,
  ImageAnswer,
  ImageQuery,
  LineAnswer,
  LineQuery,
  PageQuery,
  TranscriptFile,
} from '../../../commands/ports/transcripts.js'
import { imageOf } from '../../../domain/transcript/view/image.js'
import type { Fields } from '../../../domain/transcript/json.js'
import type { Message } from '../../../domain/transcript/view/message.js'
import { messageOf } from '../../../domain/transcript/view/message-of.js'
import { rawLine } from '../../../domain/transcript/view/raw-line.js'
import { claudeShows, codexShows, isUndone, type ShownState } from '../../../domain/transcript/view/shown.js'
import { pictureOf } from './image-bytes.js'
import { LineReader } from '../files/lines.js'
import { firstMark, type Mark } from '../parse/page-marks.js'
import { revertedLines } from '../parse/position.js'
import { behindParents, type Placed } from './order.js'
import { recordsOf } from '../files/parse-line.js'
import { openSource, type Source } from './conversation-file.js'

interface ReadLine {
  readonly number: number
  readonly value: Fields
}

/** Yields the lines with an object, from a mark on. Damaged lines are skipped but counted. */
export function* linesFrom(source: Source, mark: Mark): Generator<ReadLine> {
  let number = mark.line - 1
  for (const line of new LineReader().lines(source.readAt, mark.offset)) {
    number++
    for (const value of recordsOf(line, number === 1)) yield { number, value }
  }
}

const shows = (provider: TranscriptFile['provider'], state: ShownState, value: Fields): boolean =>
  (provider === 'claude' ? claudeShows(state, value) : codexShows(state, value)) !== null

/** Returns the last mark that `fits`. Marks are in line order, and the first one always fits. */
const lastMark = ({ marks }: Source, fits: (mark: Mark) => boolean): Mark => marks.findLast(fits) ?? firstMark()

/** Counts the messages before a line; all of them, for a line past the end. Also returns the display state there. */
function messagesBefore(
  source: Source,
  provider: TranscriptFile['provider'],
  line: number,
): { readonly messages: number; readonly state: ShownState } {
  const mark = lastMark(source, (mark) => mark.line <= line)
  const state = { ...mark.shown }
  let messages = mark.messages
  for (const { number, value } of linesFrom(source, mark)) {
    if (number >= line) break
    if (shows(provider, state, value)) messages++
  }
  return { messages, state }
}

const imagesAt = ({ session, agent }: Conversation, line: number): ((index: number) => string) => {
  const query = new URLSearchParams({ agent_id: agent ?? 'main', line: String(line) })
  return (index: number): string =>
    `/api/sessions/${encodeURIComponent(session)}/transcript-image?${query.toString()}&index=${index}`
}

/** Returns the messages numbered `from` to `to` (from 0, `to` excluded), ordered by the links between the lines around them. */
function messagesBetween(
  source: Source,
  query: PageQuery,
  from: number,
  to: number,
  final: Pick<ShownState, 'undone'>,
): Message[] {
  const mark = lastMark(source, (mark) => mark.messages <= from)
  const state = { ...mark.shown }
  const reverted = revertedLines(query.cursor)
  const placed: Placed[] = []
  let count = mark.messages
  for (const { number, value } of linesFrom(source, mark)) {
    const place = { line: number, agent: query.agent, imageAddress: imagesAt(query, number) }
    const message = messageOf(query.provider, state, value, place)
    // Lines that show nothing are read up to the next message: one of them may link a reply to its prompt.
    if (message !== null && count++ >= to) break
    if (count <= from) continue
    const isReverted = reverted.some(([first, last]) => number >= first && number <= last) || isUndone(final, count - 1)
    const shown = message !== null && isReverted ? { ...message, reverted: true as const } : message
    placed.push({ message: shown, uuid: value['uuid'], parent: value['parentUuid'] })
  }
  return behindParents(placed)
}

function pageOf(source: Source, query: PageQuery): ConversationPage {
  const { provider, limit, after, before } = query
  const { messages: total, state } = messagesBefore(source, provider, Number.POSITIVE_INFINITY)
  const edge = after === null ? (before ?? Number.POSITIVE_INFINITY) : after + 1
  const known = edge === Number.POSITIVE_INFINITY ? total : messagesBefore(source, provider, edge).messages
  const [from, to] = after === null ? [Math.max(0, known - limit), known] : [known, Math.min(total, known + limit)]
  const messages = from < to ? messagesBetween(source, query, from, to, state) : []
  const lines = messages.map((message) => message.line)
  const empty = after ?? before ?? 0
  return {
    messages,
    total,
    has_more: after === null ? from > 0 : to < total,
    first_line: lines.length === 0 ? empty : Math.min(...lines),
    last_line: lines.length === 0 ? empty : Math.max(...lines),
  }
}

const NO_PAGE: ConversationPage = { messages: [], total: 0, has_more: false, first_line: 0, last_line: 0 }

/** Returns a page of a conversation. The cost depends on the page and the marks around it, not on the conversation. */
export function readPage(archive: string | null, query: PageQuery): ConversationPage {
  const source = openSource(archive, query)
  if (source === null) return NO_PAGE
  try {
    return pageOf(source, query)
  } finally {
    source.close()
  }
}

function valueAt(archive: string | null, query: LineQuery): Fields | null {
  const source = openSource(archive, query)
  if (source === null) return null
  try {
    const mark = lastMark(source, (mark) => mark.line <= query.line)
    for (const { number, value } of linesFrom(source, mark)) {
      if (number < query.line) continue
      return number === query.line ? value : null
    }
    return null
  } finally {
    source.close()
  }
}

/** Returns one image of one line. */
export function readImage(archive: string | null, query: ImageQuery): ImageAnswer {
  const value = valueAt(archive, query)
  return value === null ? null : pictureOf(imageOf(query.provider, value, query.index))
}

/** Returns one line as it was written. */
export function readLine(archive: string | null, query: LineQuery): LineAnswer {
  const value = valueAt(archive, query)
  return value === null ? null : rawLine(value)
}
