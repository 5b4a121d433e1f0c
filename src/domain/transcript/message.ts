import { claudeMessage } from './claude-message.js'
import { codexMessage } from './codex-message.js'
import { isFields } from './json.js'
import type { ShownState } from './shown.js'

/** A part of a message, as the API shows it. */
export interface Block {
  /** `other`: of a kind nobody knew when this was written; its `name` is that kind, its text JSON. */
  readonly type: 'text' | 'tool_use' | 'tool_result' | 'thinking' | 'image' | 'other'
  /** Of a thought: absent when the provider sealed it or the CLI left it out. */
  readonly text?: string
  readonly name?: string
  /** Pairs a tool_use with its tool_result. */
  readonly id?: string
  readonly input?: unknown
  readonly output?: string
  readonly is_error?: boolean
  /** Of the answer of a call that started a subagent: that agent. */
  readonly agent_id?: string
  readonly src?: string
  readonly alt?: string
}

/**
 * What a line of a conversation is. `session_event` is a rename and nothing else: other clients show each as one. Errors,
 * interrupts, compactions and notes have types of their own, with their text as content.
 */
export type MessageType = 'user' | 'assistant' | 'session_event' | 'error' | 'interrupted' | 'compaction' | 'note'

/** A line of a conversation, as the API shows it. */
export interface Message {
  readonly type: MessageType
  readonly sender: 'user' | 'assistant' | 'orchestrator' | 'system' | 'tool'
  readonly timestamp: string | null
  readonly content: readonly Block[]
  readonly line: number
  readonly model?: string | null
  readonly usage?: {
    readonly input_tokens: number
    readonly output_tokens: number
    readonly cache_read_input_tokens: number
    readonly cache_creation_input_tokens: number
  }
  /** Of a `session_event`. */
  readonly event_kind?: 'rename'
  /** The new name; what kind of note it is; the heading of text that is not meant for the reader. */
  readonly title?: string
}

/** Where a shown line stands, and the address its n-th image is served from: pictures never travel inside. */
export interface ShownPlace {
  readonly line: number
  /** The agent whose transcript it is; null for the main conversation. */
  readonly agent: string | null
  readonly imageAddress: (index: number) => string
}

/** What a conversation shows of one line, or null when it shows nothing. Updates `state`; total over every value. */
export function messageOf(
  provider: 'claude' | 'codex',
  state: ShownState,
  value: unknown,
  place: ShownPlace,
): Message | null {
  if (!isFields(value)) return null
  return provider === 'claude' ? claudeMessage(state, value, place) : codexMessage(state, value, place)
}
