import { listedCall, spawnOf, startsSubagent } from '../../tool.js'
import type { ToolUse } from './facts.js'
import { idOf, textOf } from '../json.js'

const NAME_MAX = 200

/** Returns a tool call for lists: the tool and its target, and for a subagent its type and task. */
export function toolUseOf(id: unknown, name: unknown, input: unknown): ToolUse {
  const known = textOf(name, NAME_MAX) ?? 'unknown'
  const { tool, target } = listedCall(known, input)
  const call = { id: idOf(id), name: tool, target: target || null }
  return startsSubagent(known) ? { ...call, ...spawnOf(input) } : call
}
