import { spawnOf, startsSubagent, targetOf } from '../tool.js'
import type { ToolUse } from './facts.js'
import { idOf, textOf } from './json.js'

const NAME_MAX = 200

/** A tool call for a list: who is called, on what, and of a subagent its type and task. */
export function toolUseOf(id: unknown, name: unknown, input: unknown): ToolUse {
  const known = textOf(name, NAME_MAX) ?? 'unknown'
  const call = { id: idOf(id), name: known, target: targetOf(input) || null }
  return startsSubagent(known) ? { ...call, ...spawnOf(input) } : call
}
