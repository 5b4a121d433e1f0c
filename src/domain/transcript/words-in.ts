import type { Message } from './message.js'

/** Everything of a message that a reader can be shown, one text per place: words do not run from one place to another. */
export function* wordsIn({ content, title }: Message): Generator<string> {
  if (title !== undefined) yield title
  for (const { text, name, input, output } of content) {
    if (text !== undefined) yield text
    if (name !== undefined) yield name
    if (output !== undefined) yield output
    yield* textsOf(input)
  }
}

/** The texts of a tool's input, however deep they stand. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'number') yield String(value)
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsOf(member)
}

/** How often `sought`, in lower case, stands in the texts. */
export function occurrences(texts: Iterable<string>, sought: string): number {
  let count = 0
  for (const text of texts) {
    const lower = text.toLowerCase()
    for (let at = lower.indexOf(sought); at >= 0; at = lower.indexOf(sought, at + sought.length)) count++
  }
  return count
}
