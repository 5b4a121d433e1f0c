import { type Fields, isFields } from '../../domain/transcript/json.js'
import type { RawLine } from './lines.js'

const NUL = 0
const BOM = '\ufeff'

/** The line's object; null when it is none. A file that lost power while it was written can hold NULs. */
export function parseLine({ buffer, start, end, damage }: RawLine, first: boolean): Fields | null {
  if (damage !== null) return null
  let from = start
  while (from < end && buffer[from] === NUL) from++
  const text = buffer.toString('utf8', from, end)
  try {
    const value: unknown = JSON.parse(first && text.startsWith(BOM) ? text.slice(1) : text)
    return isFields(value) ? value : null
  } catch {
    return null
  }
}
