import { type DiffLine, lineDiff, marked } from '../../../../../../src/domain/line-diff.js'
import { isRecord } from '../../../../kit/tool-argument.js'

/** At most 400 lines against 400: a longer diff would block the page. */
const LIMIT = 160_000

/** Returns the line diff of two texts; a line break at the end of a text is no line. */
export const diffLines = (before: string, after: string): readonly DiffLine[] =>
  lineDiff(linesOf(before), linesOf(after), LIMIT)

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** Returns what a call of Edit, MultiEdit or Write changes in files. Codex edits with patches. */
export function diffOf(name: string, input: unknown): readonly DiffLine[] | undefined {
  if (!isRecord(input)) return undefined
  const patch = patchIn(input)
  if (patch !== undefined) return patchLines(patch)
  if (Array.isArray(input['edits'])) return input['edits'].flatMap(editLines)
  if (name === 'Write' && typeof input['content'] === 'string') return marked('+', linesOf(input['content']))
  const lines = editLines(input)
  return lines.length > 0 ? lines : undefined
}

function editLines(edit: unknown): readonly DiffLine[] {
  if (!isRecord(edit)) return []
  const { old_string: before, new_string: after } = edit
  return typeof before === 'string' && typeof after === 'string' ? diffLines(before, after) : []
}

/** Returns the patch in the input of an edit. */
function patchIn(input: Readonly<Record<string, unknown>>): string | undefined {
  const { patch } = input
  return typeof patch === 'string' ? patch : undefined
}

/** Whether a shell command is a patch. */
export const isPatch = (command: string): boolean => command.includes('*** Begin Patch')

/** Returns the lines of a patch, with the names of its files. */
export const patchLines = (patch: string): readonly DiffLine[] =>
  linesOf(patch)
    .filter((line) => !/^\*\*\* (Begin|End) Patch/.test(line))
    .map((line) => {
      const mark = line.startsWith('+') ? '+' : line.startsWith('-') ? '-' : ' '
      return { mark, text: mark === ' ' ? line.replace(/^ /, '') : line.slice(1) }
    })

/** Returns the number of added and removed lines. */
export const diffSize = (lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } => ({
  added: lines.filter((line) => line.mark === '+').length,
  removed: lines.filter((line) => line.mark === '-').length,
})
