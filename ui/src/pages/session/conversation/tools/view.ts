import type { ReactNode } from 'react'
import type { ToolCall } from '../items.js'

/** How the calls of one tool are shown. The line that names the call is the same for all; what it says may differ. */
export interface ToolView {
  /** What came of it, in a word or two. */
  readonly outcome?: (call: ToolCall) => ReactNode
  /** It can be read in passing, so it begins open. */
  readonly opens?: (call: ToolCall) => boolean
  /** What was asked and what came of it. */
  readonly Body: (props: BodyProps) => ReactNode
}

export interface BodyProps {
  readonly call: ToolCall
  /** Names the place in the conversation, for what is opened inside. */
  readonly place: string
}
