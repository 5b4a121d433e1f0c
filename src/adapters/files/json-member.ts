import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'

/**
 * Changes one member of a JSON object as text. The settings file belongs to the user: comments, spacing, number formats and
 * unusual keys outside that member stay byte for byte. Parsing and printing the whole file would lose them.
 *
 * The library only locates the members. Its own `modify` changes the first of repeated keys, but `JSON.parse` reads the last one;
 * it reformats the text around a change, and deletes comments beside a member that it removes.
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
export const withMember = (text: string, key: string, value: unknown): string => {
  const tree = parseTree(text)
  const open = tree?.offset ?? 0
  const close = open + (tree?.length ?? 1) - 1
  const members = (tree?.children ?? []).map(memberOf)
  const first = members[0]
  if (first === undefined) {
    const body = value === undefined ? '' : `\n  ${JSON.stringify(key)}: ${printed(value, '  ')}\n`
    return `${text.slice(0, open + 1)}${body}${text.slice(close)}`
  }
  const beforeFirst = text.slice(open + 1, first.start)
  const indent = indentOf(beforeFirst)
  // A comment there belongs to the first member.
  const gap = beforeFirst.trim() === '' ? beforeFirst : beforeFirst.includes('\n') ? `\n${indent}` : ' '
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
  if (after !== undefined)
    return text.slice(0, member.start) + between(text, member, after).trimStart() + text.slice(after.start)
  if (before !== undefined)
    return text.slice(0, before.end) + between(text, before, member).trimEnd() + text.slice(member.end)
  return `${text.slice(0, open + 1)}${text.slice(close)}`
}

/** Returns the comments between two members, without the comma. */
const between = (text: string, { end }: Member, { start }: Member): string => {
  const all = text.slice(end, start)
  return /^[\s,]*$/.test(all) ? '' : all.replace(/^\s*,/, '')
}

/**
 * Sets the member at a path of nested objects, or removes it when `value` is undefined. Objects that are missing are created, and
 * what is no object is replaced by one.
 */
export const withMemberAt = (text: string, path: readonly string[], value: unknown): string => {
  const [name, ...rest] = path
  if (name === undefined) return text
  if (rest.length === 0) return withMember(text, name, value)
  const tree = parseTree(text)
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, [name])
  if (node?.type !== 'object') {
    if (value === undefined) return text
    return withMember(
      text,
      name,
      rest.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value),
    )
  }
  const [start, end] = [node.offset, node.offset + node.length]
  return text.slice(0, start) + withMemberAt(text.slice(start, end), rest, value) + text.slice(end)
}
