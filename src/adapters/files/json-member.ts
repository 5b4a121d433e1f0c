/**
 * Changes one top-level member of a JSON object as text. The settings file belongs to the user: spacing, number formats and
 * unusual keys outside that member stay byte for byte. Parsing and printing the whole file would lose them.
 */

interface Member {
  readonly key: string
  readonly start: number
  readonly valueStart: number
  readonly end: number
}

const space = /\s/

const skipSpace = (text: string, from: number): number => {
  let at = from
  while (at < text.length && space.test(text.charAt(at))) at++
  return at
}

const skipString = (text: string, from: number): number => {
  let at = from + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

const skipValue = (text: string, from: number): number => {
  if (text[from] === '"') return skipString(text, from)
  let depth = 0
  let at = from
  while (at < text.length) {
    const char = text.charAt(at)
    if (char === '"') {
      at = skipString(text, at)
      continue
    }
    if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (depth === 0 && (char === ',' || space.test(char))) return at
    at++
  }
  return at
}

/** Returns the members of the object in `text`, which must be valid JSON. */
const membersOf = (text: string, open: number): Member[] => {
  const members: Member[] = []
  let at = skipSpace(text, open + 1)
  while (text[at] !== '}') {
    const keyEnd = skipString(text, at)
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const end = skipValue(text, valueStart)
    members.push({ key: JSON.parse(text.slice(at, keyEnd)), start: at, valueStart, end })
    at = skipSpace(text, end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return members
}

/** Returns the file's indentation, taken from the text before the first member; empty for a file on one line. */
const indentOf = (gap: string): string => (gap.includes('\n') ? gap.slice(gap.lastIndexOf('\n') + 1) : '')

const printed = (value: unknown, indent: string): string =>
  JSON.stringify(value, null, indent).replaceAll('\n', `\n${indent}`)

/** Sets the member `key` of the JSON object `text`, or removes it when `value` is undefined. Of repeated keys, the last one. */
export const withMember = (text: string, key: string, value: object | undefined): string => {
  const open = text.indexOf('{')
  const members = membersOf(text, open)
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
