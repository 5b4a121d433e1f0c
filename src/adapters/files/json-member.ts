import { type Node, parseTree } from 'jsonc-parser'

/**
 * Changes one top-level member of a JSON object as text. The settings file belongs to the user: spacing, number formats and
 * unusual keys outside that member stay byte for byte. Parsing and printing the whole file would lose them.
 *
 * The library only locates the members. Its own `modify` changes the first of repeated keys, but `JSON.parse` reads the last one,
 * and it leaves a line break in an object that it empties.
 */

interface Member {
  readonly key: string
  readonly start: number
  readonly valueStart: number
  readonly end: number
}

const memberOf = ({ offset, length, children: [key, value] = [] }: Node): Member => ({
  key: key?.value,
  start: offset,
  valueStart: value?.offset ?? offset,
  end: offset + length,
})

/** Returns the file's indentation, taken from the text before the first member; empty for a file on one line. */
const indentOf = (gap: string): string => (gap.includes('\n') ? gap.slice(gap.lastIndexOf('\n') + 1) : '')

const printed = (value: unknown, indent: string): string =>
  JSON.stringify(value, null, indent).replaceAll('\n', `\n${indent}`)

/**
 * Sets the member `key` of the JSON object `text`, or removes it when `value` is undefined. Of repeated keys, the last one.
 * The text must be valid JSON.
 */
export const withMember = (text: string, key: string, value: object | undefined): string => {
  const open = text.indexOf('{')
  const members = (parseTree(text)?.children ?? []).map(memberOf)
  const first = members[0]
  if (first === undefined) {
    const body = value === undefined ? '' : `\n  ${JSON.stringify(key)}: ${printed(value, '  ')}\n`
    return `${text.slice(0, open + 1)}${body}${text.slice(text.lastIndexOf('}'))}`
  }
  const gap = text.slice(open + 1, first.start)
  const indent = indentOf(gap)
  const index = members.findLastIndex((member) => member.key === key)
  const member = members[index]
  if (member === undefined) {
    if (value === undefined) return text
    const end = members.at(-1)?.end ?? first.end
    return `${text.slice(0, end)},${gap}${JSON.stringify(key)}: ${printed(value, indent)}${text.slice(end)}`
  }
  if (value !== undefined) {
    return `${text.slice(0, member.valueStart)}${printed(value, indent)}${text.slice(member.end)}`
  }
  const before = members[index - 1]
  const after = members[index + 1]
  if (after !== undefined) return text.slice(0, member.start) + text.slice(after.start)
  if (before !== undefined) return text.slice(0, before.end) + text.slice(member.end)
  return `${text.slice(0, open + 1)}${text.slice(text.lastIndexOf('}'))}`
}
