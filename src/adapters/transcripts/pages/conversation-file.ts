import { closeSync } from 'node:fs'
import type { Conversation } from '../../../commands/ports/transcripts.js'
import { openCopy } from '../archive/read.js'
import { fingerprint } from '../files/fingerprint.js'
import type { ReadAt } from '../../files/regular-file.js'
import { type Mark, firstMark } from '../parse/page-marks.js'
import { restore } from '../parse/position.js'
import { openRegular, reading } from '../../files/regular-file.js'

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

/** Opens the transcript if it is unchanged since it was read; else its copy; without a copy, the transcript as it is now. */
export function openSource(archive: string | null, conversation: Conversation): Source | null {
  const { session, agent, path } = conversation
  const original = path === null ? null : openRegular(path)
  const close = (): void => {
    if (original !== null) closeSync(original.fd)
  }
  const readAt = original === null ? null : reading(original.fd)
  const size = original?.stats.size ?? 0
  if (readAt !== null && stands(conversation, readAt, size)) return { readAt, marks: marksOf(conversation), close }

  const copy = archive === null ? null : openCopy(archive, session, agent)
  if (copy === null) return readAt === null ? null : { readAt, marks: [firstMark()], close }
  close()
  return { ...copy, marks: stands(conversation, copy.readAt, copy.size) ? marksOf(conversation) : [firstMark()] }
}
