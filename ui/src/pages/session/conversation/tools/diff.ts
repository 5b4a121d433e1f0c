import { isRecord } from '../../../../kit/tool-argument.js'

export interface DiffLine {
  readonly mark: '+' | '-' | ' '
  readonly text: string
}

/** Above this the quadratic comparison is not worth its time: the old text is shown as removed, the new as added. */
const MOST_CELLS = 160_000

/** The shortest line diff, removed lines before added ones. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const old = linesOf(before)
  const now = linesOf(after)
  if (old.length * now.length > MOST_CELLS) return [...marked('-', old), ...marked('+', now)]
  return walk(old, now, commonLengths(old, now))
}

/** `lengths[i][j]`: how many lines the rests behind `i` and `j` have in common. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly (readonly number[])[] {
  const lengths = Array.from({ length: old.length + 1 }, () => Array.from(now, () => 0))
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? []
    for (let j = now.length - 1; j >= 0; j -= 1) {
      row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  return lengths
}

function walk(old: readonly string[], now: readonly string[], lengths: readonly (readonly number[])[]): DiffLine[] {
  const lines: DiffLine[] = []
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    const [oldLine, newLine] = [old[i], now[j]]
    if (oldLine !== undefined && oldLine === newLine) {
      lines.push({ mark: ' ', text: oldLine })
      i += 1
      j += 1
    } else if (oldLine !== undefined && (newLine === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: '-', text: oldLine })
      i += 1
    } else {
      lines.push({ mark: '+', text: newLine ?? '' })
      j += 1
    }
  }
  return lines
}

/** All lines with one mark: a text that is new, or gone. */
export const marked = (mark: DiffLine['mark'], lines: readonly string[]): DiffLine[] =>
  lines.map((text) => ({ mark, text }))

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

/** What a call changes in files, when it is a call that does: Edit, MultiEdit, Write. Codex edits with patches. */
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

/** The patch among an edit's input. */
function patchIn(input: Readonly<Record<string, unknown>>): string | undefined {
  const { patch } = input
  return typeof patch === 'string' ? patch : undefined
}

/** A shell command that is a patch. */
export const isPatch = (command: string): boolean => command.includes('*** Begin Patch')

/** The lines of a patch, with the names of its files among them. */
export const patchLines = (patch: string): readonly DiffLine[] =>
  linesOf(patch)
    .filter((line) => !/^\*\*\* (Begin|End) Patch/.test(line))
    .map((line) => {
      const mark = line.startsWith('+') ? '+' : line.startsWith('-') ? '-' : ' '
      return { mark, text: mark === ' ' ? line.replace(/^ /, '') : line.slice(1) }
    })

/** Lines added and removed. */
export const diffSize = (lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } => ({
  added: lines.filter((line) => line.mark === '+').length,
  removed: lines.filter((line) => line.mark === '-').length,
})
