import type { Message } from '../../api/types.js'

/** Enough turns for a preview. */
const TURNS = 6

/** Texts and calls of the agent and of the user; tool output is left to the page of the session. */
const hasWords = ({ type, sender, content }: Message): boolean =>
  (type === 'user' || type === 'assistant') &&
  sender !== 'system' &&
  content.some((block) => (block.type === 'text' && block.text?.trim()) || block.type === 'tool_use')

/** Returns the last turns, and before them the last prompt if it is further back. */
export function lastTurns(messages: readonly Message[]): readonly Message[] {
  const turns = messages.filter(hasWords)
  const last = turns.slice(-TURNS)
  const prompt = turns.findLast(({ sender }) => sender === 'user')
  return prompt === undefined || last.includes(prompt) ? last : [prompt, ...last]
}
