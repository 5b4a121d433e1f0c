import { patchIn } from './patch.js'
import { firstLine, isText, short } from './text.js'

const TARGET_MAX = 200
const TASK_MAX = 500

// Members of a tool's input that can name its target, most informative first.
const TARGETS = [
  'command',
  'cmd',
  'file_path',
  'notebook_path',
  // What is searched for says more than where.
  'pattern',
  'path',
  'url',
  'query',
  'skill',
  'description',
  'prompt',
]

/** The tool of Claude Code that asks the user questions. */
export const QUESTION_TOOL = 'AskUserQuestion'

type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}

/**
 * Returns what a tool acts on, for one line of a list; empty if its input does not say. Hooks and transcripts report the same
 * call, so both use this function.
 */
export const targetOf = (input: unknown, max = TARGET_MAX): string => {
  if (isText(input)) return firstLine(input, max)
  const members = membersOf(input)
  for (const key of TARGETS) {
    const value = members[key]
    if (isText(value)) return firstLine(value, max)
    // Codex passes a command as a list of words.
    if (Array.isArray(value) && value.length > 0 && value.every(isText)) return firstLine(value.join(' '), max)
  }
  const first = Array.isArray(members['questions']) ? membersOf(members['questions'][0])['question'] : undefined
  return isText(first) ? firstLine(first, max) : ''
}

/** A tool call as lists show it. */
interface ListedCall<Name extends string | null> {
  readonly tool: Name | 'Edit'
  /** Empty if the input does not say what the tool acts on. */
  readonly target: string
}

/**
 * Returns the tool and target of a call for lists. Codex's `apply_patch`, also inside a shell command, is shown as an edit of the
 * patched files.
 */
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

/** Returns the name under which lists show a tool. Events of older releases store Codex's `apply_patch` under its own name. */
export const listedTool = (tool: string): string => (tool === 'apply_patch' ? 'Edit' : tool)

/** The tool of Codex that asks the user questions. */
export const CODEX_QUESTION_TOOL = 'request_user_input'

/** Whether a tool starts a subagent (`Task` is its name in older releases). */
export const startsSubagent = (tool: string | null): boolean => tool === 'Agent' || tool === 'Task'

/** Returns the type and the task of the subagent that a call starts. */
export const spawnOf = (input: unknown): { readonly subagentType: string | null; readonly task: string | null } => {
  const { subagent_type, prompt, description } = membersOf(input)
  const asked = isText(prompt) ? prompt : isText(description) ? description : null
  return {
    subagentType: isText(subagent_type) ? short(subagent_type, TARGET_MAX) : null,
    task: asked === null ? null : short(asked, TASK_MAX),
  }
}
