import type { Message } from '../../../api/types.js'

export type MarkerKind = 'rename' | Exclude<Message['type'], 'user' | 'assistant' | 'session_event'>

/** Returns the kind of a one-time event of the session; null for a message. */
export function markerKind({ type }: Message): MarkerKind | null {
  if (type === 'user' || type === 'assistant') return null
  return type === 'session_event' ? 'rename' : type
}
