import { parseBounded } from '../../../domain/json/depth.js'
import { endOfContainer } from '../../../domain/json/scan.js'
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
    const end = endOfContainer(text, index)
    const record = recordIn(text.slice(index, end))
    if (record === null) continue
    records.push(record)
    from = end
  }
  return records
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
