import { isRecord } from './tool-argument.js'

/** The line of a transcript that an event was read from. Events of hooks have none. */
interface Place {
  readonly line: number
  readonly agent?: string
}

/** Returns the place in the data of an event, if it was read from a transcript. */
export function placeOf(data: string | null): Place | undefined {
  const value: unknown = parse(data ?? '')
  if (!isRecord(value)) return undefined
  const { line, agent } = value
  if (typeof line !== 'number' || !Number.isSafeInteger(line) || line < 1) return undefined
  return { line, ...(typeof agent === 'string' && agent !== '' ? { agent } : {}) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
