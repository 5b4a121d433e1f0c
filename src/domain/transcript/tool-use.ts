import type { ToolUse } from './facts.js'
import { cut, fields, idOf, isFields, textOf } from './json.js'

const TARGET_MAX = 200
const TASK_MAX = 500

/** Input fields that say what a call acts on, the most telling first. */
const TARGETS = [
  'command',
  'cmd',
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'url',
  'query',
  'skill',
  'description',
]

/** Tools that start a subagent; older releases call it Task. */
const STARTS_AGENT: ReadonlySet<string> = new Set(['Agent', 'Task'])

function targetOf(input: unknown): string | null {
  if (typeof input === 'string') return textOf(input.trim(), TARGET_MAX)
  if (!isFields(input)) return null
  for (const name of TARGETS) {
    const value = input[name]
    if (typeof value === 'string' && value !== '') return cut(value, TARGET_MAX)
    // Codex passes a command as the list of its words.
    if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string'))
      return cut(value.join(' '), TARGET_MAX)
  }
  return null
}

/** A tool call for a list: who is called, on what, and of a subagent its type and task. */
export function toolUseOf(id: unknown, name: unknown, input: unknown): ToolUse {
  const known = textOf(name, TARGET_MAX) ?? 'unknown'
  const call = { id: idOf(id), name: known, target: targetOf(input) }
  if (!STARTS_AGENT.has(known)) return call
  const { subagent_type: type, prompt, description } = fields(input)
  return { ...call, subagentType: idOf(type), task: textOf(prompt, TASK_MAX) ?? textOf(description, TASK_MAX) }
}
