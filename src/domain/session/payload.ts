import { isText, short } from '../text.js'
import { listedCall } from '../tool.js'
import type { Note } from './mark.js'

/** A hook's payload: somebody else's JSON, every member of any type. */
export type HookPayload = Readonly<Record<string, unknown>>

export const textOf = (payload: HookPayload, key: string): string | null => {
  const value = payload[key]
  return isText(value) ? value : null
}

export const objectOf = (value: unknown): HookPayload =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as HookPayload) : {}

/** The subagent that acts, null for the main agent. */
export const actorOf = (payload: HookPayload): string | null => textOf(payload, 'agent_id')

/** The words of a question that the agent's own question tool asks. */
const questionOf = (input: unknown): string | null => {
  const { questions, question } = objectOf(input)
  const first = Array.isArray(questions) ? objectOf(questions[0]).question : question
  return isText(first) ? short(first, 500) : null
}

/** What a permission prompt asks, in the tool's own words. */
export const permissionNote = (tool: string | null, input: unknown): Note => {
  const question = questionOf(input)
  if (question !== null) return { kind: 'question', tool, text: question }
  if (tool === 'ExitPlanMode') return { kind: 'question', tool, text: 'Approve the plan?' }
  const { tool: listed, target } = listedCall(tool, input, 500)
  if (listed !== tool) return { kind: 'permission', tool: listed, text: target }
  const command = objectOf(input).command
  return { kind: 'permission', tool, text: isText(command) ? short(command, 500) : target }
}

// Kinds of notification that mean the agent cannot go on by itself.
const BLOCKING = new Set(['permission_prompt', 'worker_permission_prompt', 'agent_needs_input', 'elicitation_dialog'])
const BLOCKED_WORDING =
  /permission|approv|(?:needs?|requires?|waiting for|awaiting) (?:your |user )?(?:input|attention|response|approval)/i

/** Whether a notification says that the agent is blocked. Newer CLIs name its kind; of older ones only the words tell. */
export const saysBlocked = (payload: HookPayload): boolean => {
  const kind = textOf(payload, 'notification_type')
  if (kind !== null) return BLOCKING.has(kind)
  return BLOCKED_WORDING.test(textOf(payload, 'message') ?? '')
}

/** The harness speaks through the user's mouth: a background task reports. Never the user's words. */
export const isHarnessPrompt = (prompt: string): boolean =>
  /^\s*<(?:task-notification|system-notification)\b/.test(prompt)

export const errorOf = (payload: HookPayload): string => {
  const { error } = payload
  const text = isText(error) ? error : isText(objectOf(error).message) ? String(objectOf(error).message) : ''
  return short(text || textOf(payload, 'last_assistant_message') || 'The turn ended with an error', 300)
}
