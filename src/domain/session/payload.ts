import { isText, short } from '../text.js'
import { listedCall } from '../tool.js'
import { withoutErrorTags } from '../transcript/content.js'
import type { Note } from './mark.js'

/** The payload of a hook: untrusted JSON, every member may have any type. */
export type HookPayload = Readonly<Record<string, unknown>>

export const textOf = (payload: HookPayload, key: string): string | null => {
  const value = payload[key]
  return isText(value) ? value : null
}

export const objectOf = (value: unknown): HookPayload =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as HookPayload) : {}

/** Returns the id of the subagent that fired a hook; null for the main agent. */
export const actorOf = (payload: HookPayload): string | null => textOf(payload, 'agent_id')

/** Returns the text of the first question in a call of the agent's question tool. */
const questionOf = (input: unknown): string | null => {
  const { questions, question } = objectOf(input)
  const first = Array.isArray(questions) ? objectOf(questions[0]).question : question
  return isText(first) ? short(first, 500) : null
}

/** Returns the note of a permission prompt: the tool and the question, the command or the target. */
export const permissionNote = (tool: string | null, input: unknown): Note => {
  const question = questionOf(input)
  if (question !== null) return { kind: 'question', tool, text: question }
  if (tool === 'ExitPlanMode') return { kind: 'question', tool, text: 'Approve the plan?' }
  const { tool: listed, target } = listedCall(tool, input, 500)
  if (listed !== tool) return { kind: 'permission', tool: listed, text: target }
  const command = objectOf(input).command
  return { kind: 'permission', tool, text: isText(command) ? short(command, 500) : target }
}

// Notification types that mean the agent is blocked.
const BLOCKING = new Set(['permission_prompt', 'worker_permission_prompt', 'agent_needs_input', 'elicitation_dialog'])
const BLOCKED_WORDING =
  /permission|approv|(?:needs?|requires?|waiting for|awaiting) (?:your |user )?(?:input|attention|response|approval)/i

/** Whether a notification says that the agent is blocked. Newer CLIs send a type; for older ones only the message shows it. */
export const saysBlocked = (payload: HookPayload): boolean => {
  const kind = textOf(payload, 'notification_type')
  if (kind !== null) return BLOCKING.has(kind)
  return BLOCKED_WORDING.test(textOf(payload, 'message') ?? '')
}

const SOURCES_OF_USERS: ReadonlySet<unknown> = new Set([undefined, null, 'user', 'sdk'])

/** Returns the prompt of a hook; null if a program wrote it, such as the report of a background task or another session. */
export const promptOfUser = (payload: HookPayload): string | null => {
  const prompt = textOf(payload, 'prompt')
  const isHarness = prompt !== null && /^\s*<(?:task-notification|system-notification)\b/.test(prompt)
  return isHarness || !SOURCES_OF_USERS.has(payload.source) ? null : prompt
}

/** Returns the error of a failed tool call, or of a Stop hook that reports one. */
export const errorOf = (payload: HookPayload): string => {
  const { error } = payload
  const text = isText(error) ? error : isText(objectOf(error).message) ? String(objectOf(error).message) : ''
  return short(
    withoutErrorTags(text) || textOf(payload, 'last_assistant_message') || 'The turn ended with an error',
    300,
  )
}

/** Returns why a turn failed, from a StopFailure hook: what the CLI showed the user, else `error`, which is only a code. */
export const failureOf = (payload: HookPayload): string =>
  short(textOf(payload, 'last_assistant_message') ?? textOf(payload, 'error_details') ?? errorOf(payload), 300)
