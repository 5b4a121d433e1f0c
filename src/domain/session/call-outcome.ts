import { countLines } from '../edits/hunk.js'
import { changesOfCall } from '../edits/call-changes.js'
import { fields } from '../transcript/json.js'

/** What a successful call did, in numbers. Members that the tool does not report are absent. */
export interface CallOutcome {
  readonly added?: number
  readonly removed?: number
  /** Lines that were read or printed. */
  readonly lines?: number
  /** Files that were found. */
  readonly files?: number
}

/**
 * Returns what a hook's `tool_response` says about a call; null if it has no known numbers.
 * @param input the call's `tool_input`, which a new file is counted from
 */
export function callOutcome(tool: string, input: unknown, response: unknown): CallOutcome | null {
  const told = fields(response)
  const changes = changesOfCall(tool, input, response)
  if (changes.length > 0) return countLines(changes.flatMap(({ hunks }) => hunks))
  const lines = amount(fields(told['file'])['numLines'])
  if (lines !== null) return { lines }
  const files = amount(told['numFiles'])
  if (files !== null) return { files }
  return typeof told['stdout'] === 'string' ? { lines: linesIn(told['stdout']) } : null
}

const amount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

const linesIn = (text: string): number => (text.trim() === '' ? 0 : text.trimEnd().split('\n').length)
