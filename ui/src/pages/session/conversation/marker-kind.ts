import type { Message } from '../../../api/types.js'

export type MarkerKind = 'rename' | Exclude<Message['type'], 'user' | 'assistant' | 'session_event'>

/** What a moment of the session is that nobody said; null for what was said or called. */
export function markerKind({ type }: Message): MarkerKind | null {
  if (type === 'user' || type === 'assistant') return null
  return type === 'session_event' ? 'rename' : type
}
