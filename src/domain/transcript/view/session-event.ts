import type { Block, Message } from './message.js'
import type { Shown, ShownState } from './shown.js'

/** What a line shows that is neither text nor a call: a rename, an error, an interrupt, a compaction, a note. */
export type Marked = Pick<Message, 'type' | 'content' | 'event_kind' | 'title'>

/** Fallback text for a line without one, so that a client that does not know the type has something to show. */
const TEXT_OF: Readonly<Record<Exclude<Shown, 'words' | 'rename' | 'note'>, string>> = {
  error: 'Error',
  interrupted: 'Interrupted by the user',
  // Claude Code's own text.
  compaction: 'Conversation compacted',
}

export const renamedTo = ({ title }: ShownState): Marked => ({
  type: 'session_event',
  event_kind: 'rename',
  title: title ?? '',
  content: [],
})

export const marked = (type: keyof typeof TEXT_OF, content: readonly Block[]): Marked => ({
  type,
  content: content.length > 0 ? content : [{ type: 'text', text: TEXT_OF[type] }],
})
