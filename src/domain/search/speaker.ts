import type { Message } from '../transcript/view/message.js'

/** Who a line of a conversation comes from: the user, an agent, or a tool (a call or its result). */
export const SPEAKERS = ['you', 'agent', 'tool'] as const
export type Speaker = (typeof SPEAKERS)[number]

/** Returns who a line comes from. A line of an agent that has no text but calls tools counts as the tool's. */
export const speakerOf = ({ sender, content }: Message): Speaker => {
  if (sender === 'user') return 'you'
  if (sender === 'tool') return 'tool'
  const calls = content.some(({ type }) => type === 'tool_use')
  return calls && !content.some(({ type, text = '' }) => type === 'text' && text.trim() !== '') ? 'tool' : 'agent'
}
