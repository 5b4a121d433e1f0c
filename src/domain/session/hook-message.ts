import { withoutPromptFile } from '../prompt-file.js'
import { fields, idOf, isFields } from '../transcript/json.js'
import { toolResult, toolUse } from '../transcript/view/blocks.js'
import type { Block, Message } from '../transcript/view/message.js'
import { resultText } from '../transcript/view/results.js'
import { shownText } from '../transcript/view/shown-text.js'
import { type Instant, iso } from '../time.js'
import { errorOf, failureOf, type HookPayload, promptOfUser, textOf } from './payload.js'

/** A hook that a conversation shows. */
export interface SpokenHook {
  /** Its position in the log, which takes the place of the line number. */
  readonly line: number
  readonly at: Instant
  readonly kind: string
  readonly payload: HookPayload
}

type Spoken = Pick<Message, 'type' | 'sender' | 'content'>

const text = (value: string | null): readonly Block[] =>
  value === null ? [] : [{ type: 'text', text: shownText(value) }]

/**
 * Returns what a tool returned as text. Hooks contain the CLI's own object for each tool; of a change to a file, the call already
 * shows all there is to see.
 */
const responseText = (response: unknown): string => {
  const { file, structuredPatch } = fields(response)
  if (structuredPatch !== undefined) return ''
  const { content } = fields(file)
  return typeof content === 'string' ? content : resultText(isFields(response) ? [response] : response)
}

const spoken = ({ kind, payload }: SpokenHook): Spoken => {
  const call = payload['tool_use_id']
  switch (kind) {
    case 'UserPromptSubmit': {
      const prompt = textOf(payload, 'prompt')
      const sender = prompt !== null && promptOfUser(payload) === null ? 'system' : 'user'
      return { type: 'user', sender, content: text(prompt === null ? null : withoutPromptFile(prompt)) }
    }
    case 'PreToolUse': {
      const block = toolUse(call, payload['tool_name'], payload['tool_input'])
      return { type: 'assistant', sender: 'assistant', content: [block] }
    }
    case 'PostToolUse': {
      const block = toolResult(call, responseText(payload['tool_response']), false)
      const agent = idOf(fields(payload['tool_response'])['agentId'])
      return { type: 'user', sender: 'tool', content: [agent === null ? block : { ...block, agent_id: agent }] }
    }
    case 'PostToolUseFailure':
      return { type: 'user', sender: 'tool', content: [toolResult(call, errorOf(payload), true)] }
    case 'StopFailure':
      return { type: 'error', sender: 'system', content: text(failureOf(payload)) }
    default:
      return { type: 'assistant', sender: 'assistant', content: text(textOf(payload, 'last_assistant_message')) }
  }
}

/** Returns the message for a hook in a conversation without a transcript. */
export const hookMessage = (hook: SpokenHook): Message => ({
  ...spoken(hook),
  line: hook.line,
  timestamp: iso(hook.at),
})
