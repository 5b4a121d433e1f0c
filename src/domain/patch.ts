import { isText, short } from './text.js'

const BEGIN = '*** Begin Patch'
const END = '*** End Patch'
const FILE = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm
const MOST_FILES = 50
const FILE_MAX = 1000

/** Models call the tool by this name, or run it as a shell command with the patch in a here document. */
const APPLY = 'apply_patch'
// What may come before the command (`cd … &&`) and after the patch (the end of the here document).
const COMMAND = /^\s*(?:cd [^\n;|&]{1,500}&&\s*)?apply_patch\b/
const NOTHING_BEHIND = /^\s*['"]?\s*\w{0,32}\s*$/

export interface Patch {
  /** The patch itself, from its first marker to its last. */
  readonly text: string
  /** The files it adds, changes or deletes, in order, each once. */
  readonly files: readonly string[]
}

const patchOf = (text: string): Patch => {
  const files = new Set<string>()
  for (const [, file = ''] of text.matchAll(FILE)) {
    files.add(short(file, FILE_MAX))
    if (files.size === MOST_FILES) break
  }
  return { text, files: [...files] }
}

type Members = Readonly<Record<string, unknown>>
const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {})

/** Returns a command as one text. Codex passes some as a list of shell arguments, of which the last is the script. */
const commandIn = (input: unknown): string | null => {
  const { command, cmd } = membersOf(input)
  const told = command ?? cmd
  if (isText(told)) return told
  if (!Array.isArray(told)) return null
  const [program, ...rest] = told
  if (program === APPLY && isText(rest[0])) return `${APPLY} ${rest[0]}`
  const script = told.at(-1)
  return isText(script) ? script : null
}

/** Returns the patch if a shell command applies one and does nothing else; null for any other command. */
const patchInShell = (input: unknown): Patch | null => {
  const command = commandIn(input)
  if (command === null || !COMMAND.test(command.slice(0, 600))) return null
  const [from, to] = [command.indexOf(BEGIN), command.lastIndexOf(END)]
  if (from < 0 || to < from || !NOTHING_BEHIND.test(command.slice(to + END.length).slice(0, 100))) return null
  return patchOf(command.slice(from, to + END.length))
}

const patchInCall = (input: unknown): Patch => {
  const { input: named, patch, command } = membersOf(input)
  const text = [input, named, patch, command].find(isText) ?? ''
  return patchOf(text.slice(Math.max(0, text.indexOf(BEGIN))))
}

/**
 * Returns the patch that a call applies to files; null if the call does something else.
 * @param tool the name of the tool: Codex's `apply_patch`, or `Bash`
 */
export const patchIn = (tool: string | null, input: unknown): Patch | null =>
  tool === APPLY ? patchInCall(input) : tool === 'Bash' ? patchInShell(input) : null
