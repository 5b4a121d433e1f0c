import { closeSync } from 'node:fs'
import type { Conversation } from '../../commands/ports/transcripts.js'
import { openCopy } from './archive-read.js'
import { fingerprint } from './fingerprint.js'
import type { ReadAt } from './lines.js'
import { type Mark, firstMark } from './marks.js'
import { restore } from './memory.js'
import { openRegular, reading } from './regular-file.js'

/** A conversation opened to be read, with the marks that lead into it, first to last. */
export interface Source {
  readonly readAt: ReadAt
  readonly marks: readonly Mark[]
  readonly close: () => void
}

/** The start, the marks of the index, and the end of what was read. */
function marksOf({ cursor }: Conversation): Mark[] {
  const position = cursor === null ? null : restore(cursor)
  if (position === null) return [firstMark()]
  const { line, offset, memory, marks } = position
  const end = { line: line + 1, offset, messages: marks.messages, shown: memory.shown }
  // Behind a line that was taken without its newline, that newline comes first: it must not count as a line.
  return [firstMark(), ...marks.list, ...(memory.unended ? [] : [end])]
}

/** Whether these bytes are what the cursor read: then its marks hold for them. */
const stands = ({ cursor }: Conversation, readAt: ReadAt, size: number): boolean =>
  cursor !== null && cursor.offset <= size && cursor.head === fingerprint(readAt, cursor.offset)

/** The transcript while it is what was read; else its copy; else, when there is none, whatever stands there now. */
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
