import { patchIn } from './patch.js'
import { firstLine, isText, short } from './text.js'

const TARGET_MAX = 200
const TASK_MAX = 500

// The member of a tool's input that names what it acts on, most telling first.
const TARGETS = [
  'command',
  'cmd',
  'file_path',
  'notebook_path',
  // What is sought tells more than where.
  'pattern',
  'path',
  'url',
  'query',
  'skill',
  'description',
  'prompt',
]

type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}

/**
 * What a tool acts on, for one line of a list; empty where its input does not say. Hooks and transcripts tell of the same
 * call, so both are read by this.
 */
export const targetOf = (input: unknown, max = TARGET_MAX): string => {
  if (isText(input)) return firstLine(input, max)
  const members = membersOf(input)
  for (const key of TARGETS) {
    const value = members[key]
    if (isText(value)) return firstLine(value, max)
    // Codex passes a command as the list of its words.
    if (Array.isArray(value) && value.length > 0 && value.every(isText)) return firstLine(value.join(' '), max)
  }
  return ''
}

/** A tool call as lists show it. */
export interface ListedCall<Name extends string | null> {
  readonly tool: Name | 'Edit'
  /** Empty where its input does not say what it acts on. */
  readonly target: string
}

/** Names a call as lists show it: Codex's `apply_patch`, also inside a shell, is an edit of the patch's files. */
export const listedCall = <Name extends string | null>(
  tool: Name,
  input: unknown,
  max = TARGET_MAX,
): ListedCall<Name> => {
  const patch = patchIn(tool, input)
  return patch === null
    ? { tool, target: targetOf(input, max) }
    : { tool: 'Edit', target: short(patch.files.join(', '), max) }
}

/** The name a tool is listed by: events of older releases have Codex's `apply_patch` under its own. */
export const listedTool = (tool: string): string => (tool === 'apply_patch' ? 'Edit' : tool)

/** Whether a tool starts a subagent (`Task` is its name in older releases). */
export const startsSubagent = (tool: string | null): boolean => tool === 'Agent' || tool === 'Task'

/** What a call that starts a subagent asks of it, and as what. */
export const spawnOf = (input: unknown): { readonly subagentType: string | null; readonly task: string | null } => {
  const { subagent_type, prompt, description } = membersOf(input)
  const asked = isText(prompt) ? prompt : isText(description) ? description : null
  return {
    subagentType: isText(subagent_type) ? short(subagent_type, TARGET_MAX) : null,
    task: asked === null ? null : short(asked, TASK_MAX),
  }
}
