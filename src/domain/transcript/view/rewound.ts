import { type Fields, listOf } from '../json.js'
import { isResult } from './results.js'

/** A prompt of a conversation: its line and the record that it follows. */
export interface PromptPlace {
  readonly line: number
  readonly parent: string | null
}

/** Prompts that are remembered. Users go back a few turns. */
const MOST = 100

/**
 * Returns the lines that a prompt takes back, and adds it to the prompts of the current branch. A prompt that follows the same
 * record as an earlier one starts another branch there. Results of parallel calls also share a parent, but start no branch.
 */
export function takenBack(prompts: PromptPlace[], line: Fields, number: number): readonly [number, number] | null {
  if (line['type'] === 'system' && line['subtype'] === 'compact_boundary') prompts.length = 0
  const { parentUuid: parent } = line
  if (!isPrompt(line) || (parent !== null && typeof parent !== 'string')) return null
  const at = prompts.findIndex((prompt) => prompt.parent === parent)
  const first = prompts[at]
  if (first !== undefined) prompts.length = at
  prompts.push({ line: number, parent })
  if (prompts.length > MOST) prompts.shift()
  return first === undefined ? null : [first.line, number - 1]
}

const isPrompt = (line: Fields): boolean => {
  const { type, isMeta, isCompactSummary, message } = line
  if (type !== 'user' || isMeta === true || isCompactSummary === true || line['isSidechain'] === true) return false
  const content = (message as Fields | undefined)?.['content']
  return !listOf(content).some((block) => isResult((block as Fields | null)?.['type']))
}
