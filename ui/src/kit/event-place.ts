import { isRecord } from './tool-argument.js'

/** Where in a conversation an event was read: the transcript and its line. Events of hooks have no place there. */
interface Place {
  readonly line: number
  readonly agent?: string
}

/** The place that an event carries in its data, if it was read from a transcript. */
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
