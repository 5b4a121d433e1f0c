import type { Message } from './message.js'

/** Yields every text of a message that a reader can see, one per place: a match does not span two places. */
export function* wordsIn({ content, title }: Message): Generator<string> {
  if (title !== undefined) yield title
  for (const { text, name, input, output } of content) {
    if (text !== undefined) yield text
    if (name !== undefined) yield name
    if (output !== undefined) yield output
    yield* textsOf(input)
  }
}

/** Yields the texts of a tool's input at any depth. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'number') yield String(value)
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsOf(member)
}

/** Returns how often `sought`, in lower case, occurs in the texts. */
export function occurrences(texts: Iterable<string>, sought: string): number {
  let count = 0
  for (const text of texts) {
    const lower = text.toLowerCase()
    for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + sought.length)) count++
  }
  return count
}
