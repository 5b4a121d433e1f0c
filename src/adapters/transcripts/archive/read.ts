import { closeSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type ArchiveIndex, generationAt, newestGeneration, readIndex } from './index-file.js'
import type { ReadAt } from '../../files/regular-file.js'
import { openRegular, reading } from '../../files/regular-file.js'

/** A transcript's copy, which is read with the offsets of the original. */
interface Copy {
  readonly readAt: ReadAt
  readonly size: number
  readonly close: () => void
}

const memberAt = (index: ArchiveIndex, position: number): number =>
  index.members.findLastIndex((member) => member.raw <= position)

/** Returns a reader that unpacks members on demand. It caches the last one, because reading is sequential. */
function unpacking(index: ArchiveIndex, packed: ReadAt): ReadAt {
  let known = -1
  let bytes = Buffer.alloc(0)
  const unpack = (number: number): Buffer => {
    if (number === known) return bytes
    const start = index.members[number]?.at ?? index.end
    const member = Buffer.alloc((index.members[number + 1]?.at ?? index.end) - start)
    packed(member, start)
    try {
      bytes = gunzipSync(member)
    } catch {
      // Truncated or overwritten by a power cut: the conversation ends here.
      bytes = Buffer.alloc(0)
    }
    known = number
    return bytes
  }
  return (target, position) => {
    let filled = 0
    while (filled < target.length && position + filled < index.raw) {
      const number = memberAt(index, position + filled)
      const from = position + filled - (index.members[number]?.raw ?? 0)
      const part = unpack(number).subarray(from, from + target.length - filled)
      if (part.length === 0) break
      target.set(part, filled)
      filled += part.length
    }
    return filled
  }
}

/** Opens the newest copy of a transcript; null when none is stored. */
export function openCopy(root: string, session: string, agent: string | null): Copy | null {
  const number = newestGeneration(root, session, agent)
  if (number === 0) return null
  const generation = generationAt(root, session, agent, number)
  const index = readIndex(generation)
  const opened = openRegular(generation.data)
  if (opened === null) return null
  return { readAt: unpacking(index, reading(opened.fd)), size: index.raw, close: () => closeSync(opened.fd) }
}
