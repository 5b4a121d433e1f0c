import type { Message } from '../../api/types.js'

/** How much of the conversation fits beside a list without becoming the conversation. */
const TURNS = 6

/** Words and calls of the agent and of whom it works for; what the tool told it beside them is for its own page. */
const hasWords = ({ type, sender, content }: Message): boolean =>
  (type === 'user' || type === 'assistant') &&
  sender !== 'system' &&
  content.some((block) => (block.type === 'text' && block.text?.trim()) || block.type === 'tool_use')

/** The last turns, and before them the last prompt when it lies further back. */
export function lastTurns(messages: readonly Message[]): readonly Message[] {
  const turns = messages.filter(hasWords)
  const last = turns.slice(-TURNS)
  const prompt = turns.findLast(({ sender }) => sender === 'user')
  return prompt === undefined || last.includes(prompt) ? last : [prompt, ...last]
}
