import type { Conversation } from '../../../commands/ports/transcripts.js'
import { openCopy } from '../archive/read.js'
import { fingerprint } from '../files/fingerprint.js'
import type { ReadAt } from '../../files/regular-file.js'
import { type Mark, firstMark } from '../parse/page-marks.js'
import { restore } from '../parse/position.js'
import { openTranscript } from '../files/open-transcript.js'
import { lengthOf } from '../files/thread-files.js'

const NEWLINE = 0x0a

/** An open conversation, with its marks in order. */
export interface Source {
  readonly readAt: ReadAt
  readonly marks: readonly Mark[]
  readonly close: () => void
}

/** Returns the marks: the start, those of the index, and the end of what was read. */
function marksOf({ cursor }: Conversation): Mark[] {
  const position = cursor === null ? null : restore(cursor)
  if (position === null) return [firstMark()]
  const { line, offset, memory, marks } = position
  const end = { line: line + 1, offset, messages: marks.messages, shown: memory.shown }
  // If the last line was read without its newline, that newline comes next and must not count as a line.
  return [firstMark(), ...marks.list, ...(memory.unended ? [] : [end])]
}

/** Whether these bytes are what the cursor read, so that its marks apply. */
const stands = ({ cursor }: Conversation, readAt: ReadAt, size: number): boolean =>
  cursor !== null && cursor.offset <= size && cursor.head === fingerprint(readAt, cursor.offset)

/** Opens a conversation: its transcript, behind the files that this one continues. */
export function openSource(archive: string | null, conversation: Conversation): Source | null {
  const { earlier = [] } = conversation
  const last = openOne(archive, conversation)
  if (last === null || earlier.length === 0) return last
  const parts: Part[] = []
  let base = 0
  for (const { path, cursor } of earlier) {
    const opened = openTranscript(path)
    const length = lengthOf(cursor)
    parts.push({
      from: base,
      size: cursor.offset,
      to: base + length,
      readAt: opened?.readAt ?? blank,
      close: opened?.close,
    })
    base += length
  }
  parts.push({ from: base, size: Infinity, to: Infinity, readAt: last.readAt, close: last.close })
  // The marks of a file count its own lines only.
  return { readAt: joined(parts), marks: [firstMark()], close: () => parts.forEach(({ close }) => close?.()) }
}

interface Part {
  /** Where it is in the conversation. */
  readonly from: number
  readonly to: number
  /** Bytes of its file; a newline follows if they do not end with one. */
  readonly size: number
  readonly readAt: ReadAt
  readonly close: (() => void) | undefined
}

/** A file that was deleted: empty lines, so that the others keep their places. */
const blank: ReadAt = (target) => target.fill(NEWLINE).length

/** Returns a reader of several files as one. */
const joined =
  (parts: readonly Part[]): ReadAt =>
  (target, position) => {
    let filled = 0
    for (const { from, to, size, readAt } of parts) {
      const at = position + filled
      if (at >= to || filled === target.length) continue
      const wanted = target.subarray(filled, filled + Math.min(target.length - filled, to - at))
      const text = wanted.subarray(0, Math.max(0, Math.min(wanted.length, from + size - at)))
      const read = readAt(text, at - from)
      // The newline that its last line lacks, or a file that was cut since.
      if (to !== Infinity) wanted.fill(NEWLINE, read)
      filled += to === Infinity ? read : wanted.length
    }
    return filled
  }

/** Opens the transcript if it is unchanged since it was read; otherwise its copy, or without a copy the changed transcript. */
function openOne(archive: string | null, conversation: Conversation): Source | null {
  const { session, agent, path } = conversation
  const original = path === null ? null : openTranscript(path)
  const close = (): void => original?.close()
  const readAt = original?.readAt ?? null
  const size = original?.size ?? 0
  if (readAt !== null && stands(conversation, readAt, size)) return { readAt, marks: marksOf(conversation), close }

  const copy = archive === null ? null : openCopy(archive, session, agent)
  if (copy === null) return readAt === null ? null : { readAt, marks: [firstMark()], close }
  close()
  return { ...copy, marks: stands(conversation, copy.readAt, copy.size) ? marksOf(conversation) : [firstMark()] }
}
