/** A part of a message, as the API returns it. */
export interface Block {
  /** `other` is a kind of block that this release does not know; its `name` is that kind, its text JSON. */
  readonly type: 'text' | 'tool_use' | 'tool_result' | 'thinking' | 'image' | 'other'
  /** For `thinking`: absent if the provider encrypted it or the CLI left it out. */
  readonly text?: string
  readonly name?: string
  /** Pairs a tool_use with its tool_result. */
  readonly id?: string
  readonly input?: unknown
  readonly output?: string
  readonly is_error?: boolean
  /** For the result of a call that started a subagent: the id of that agent. */
  readonly agent_id?: string
  readonly src?: string
  readonly alt?: string
}

/**
 * The type of a conversation line. `session_event` is only used for renames, because clients of the Claude Code Agent Monitor API
 * show each one as a rename. Errors, interrupts, compactions and notes have their own types, with their text as content.
 */
type MessageType = 'user' | 'assistant' | 'session_event' | 'error' | 'interrupted' | 'compaction' | 'note'

/** A line of a conversation, as the API returns it. */
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
  /** Only for a `session_event`. */
  readonly event_kind?: 'rename'
  /** The turn was taken back: the conversation went on from before it. */
  readonly reverted?: true
  /** The new name, the kind of a note, or the heading of text that is not meant for the reader. */
  readonly title?: string
}

/** The position of a line, and the URL of its n-th image: messages never contain picture data. */
export interface ShownPlace {
  readonly line: number
  /** The agent whose transcript it is; null for the main conversation. */
  readonly agent: string | null
  readonly imageAddress: (index: number) => string
}
