import { parseBounded } from '../../../domain/json/depth.js'
import { type Fields, isFields } from '../../../domain/transcript/json.js'

/** How a record starts in any release of the CLIs. Blocks inside a message can start the same way. */
const START = /\{"(?:parentUuid|type|timestamp|uuid|sessionId|isSidechain|leafUuid)"/g
/** A line is damaged by few crashes. Limits the work on a line that is not damaged but hostile. */
const MOST_STARTS = 64
const MOST_CHARACTERS = 4 * 1024 * 1024

/** Members that only records have, not the blocks inside them. */
const OF_RECORDS = ['sessionId', 'uuid', 'payload', 'leafUuid']

/**
 * Returns the whole records in a line that is not one record. After a crash the CLI appends to the torn line, and a power loss
 * leaves NUL bytes behind a record.
 */
export function salvage(line: string): readonly Fields[] {
  if (line.length > MOST_CHARACTERS) return []
  const text = line.replaceAll('\0', '')
  const records: Fields[] = []
  let from = 0
  for (const { index } of [...text.matchAll(START)].slice(0, MOST_STARTS)) {
    if (index < from) continue
    const end = endOfObject(text, index)
    const record = end === null ? null : recordIn(text.slice(index, end))
    if (end === null || record === null) continue
    records.push(record)
    from = end
  }
  return records
}

/** Returns the position after the object that starts at a position; null if it does not end. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at++
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return null
}

function recordIn(text: string): Fields | null {
  try {
    const value = parseBounded(text)
    const isRecord = isFields(value) && typeof value['type'] === 'string' && OF_RECORDS.some((name) => name in value)
    return isRecord ? value : null
  } catch {
    return null
  }
}
