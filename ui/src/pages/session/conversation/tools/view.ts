import type { ReactNode } from 'react'
import type { ToolCall } from '../items.js'

/** The view of the calls of a tool. All have the same line with the name of the call. */
export interface ToolView {
  /** The outcome in a word or two. */
  readonly outcome?: (call: ToolCall) => ReactNode
  /** Whether it starts expanded, because it is short. */
  readonly opens?: (call: ToolCall) => boolean
  /** The input and the output. */
  readonly Body: (props: BodyProps) => ReactNode
}

export interface BodyProps {
  readonly call: ToolCall
  /** Identifies the call in the conversation, for what is expanded in it. */
  readonly place: string
}
