import { parseBounded } from '../../../domain/json/depth.js'
import { type Fields, isFields } from '../../../domain/transcript/json.js'
import type { RawLine } from './lines.js'
import { salvage } from './salvage.js'

const NUL = 0
const BOM = '\ufeff'

/** Bytes. Shorter lines cannot contain enough values to matter. */
const LONG = 1024 * 1024
/** A value takes up to a hundred bytes of memory. Real long lines consist of text, which is one value of any length. */
const MOST_VALUES = 500_000

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/** Whether a line contains so many small values that parsing it would take many times its size in memory. */
function isCrowded({ buffer, start, end }: RawLine): boolean {
  if (end - start <= LONG) return false
  let values = 0
  let quoted = false
  for (let at = start; at < end; at++) {
    const byte = buffer[at]
    if (byte === QUOTE) quoted = !quoted
    else if (quoted) {
      if (byte === BACKSLASH) at++
    } else if ((byte === COMMA || byte === BRACKET || byte === BRACE) && ++values > MOST_VALUES) return true
  }
  return false
}

/**
 * Returns the records of a line: one, or those that can be salvaged from a damaged line. A line without its newline can still
 * grow, so only a whole one is salvaged. A file that was being written during a power cut can contain NULs.
 */
export function recordsOf(line: RawLine, first: boolean): readonly Fields[] {
  const { buffer, start, end, damage } = line
  if (damage !== null || isCrowded(line)) return []
  let from = start
  while (from < end && buffer[from] === NUL) from++
  const text = buffer.toString('utf8', from, end)
  try {
    const value = parseBounded(first && text.startsWith(BOM) ? text.slice(1) : text)
    return isFields(value) ? [value] : []
  } catch {
    return line.ended ? salvage(text) : []
  }
}

/** Returns the first record of a line; null when it has none. */
export const parseLine = (line: RawLine, first: boolean): Fields | null => recordsOf(line, first)[0] ?? null
