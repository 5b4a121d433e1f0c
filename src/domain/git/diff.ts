import { readNumstat } from './numstat.js'

/** What a diff is about: the working directory, the commits since the branch left its base, or one commit. */
export const CHANGE_RANGES = ['work', 'branch', 'commit'] as const
export type ChangeRange = (typeof CHANGE_RANGES)[number]

/** One file of a diff. */
export interface DiffFile {
  readonly path: string
  /** Where a renamed or copied file was. */
  readonly from: string | null
  /** Git's letter: `A`, `C`, `D`, `M`, `R`, `T` or `U`. */
  readonly status: string
  /** Null for a binary file. */
  readonly added: number | null
  readonly deleted: number | null
  /** The text of its hunks; null where the output was cut before its end. */
  readonly patch: string | null
}

export interface DiffLine {
  readonly type: 'context' | 'added' | 'removed'
  /** Null for an added line. */
  readonly oldLine: number | null
  /** Null for a removed line. */
  readonly newLine: number | null
  readonly text: string
  /** The file ends with this line, without a newline. */
  readonly noNewline?: true
}

export interface DiffHunk {
  /** `@@ -1,3 +1,4 @@`, which identifies it in its file. */
  readonly header: string
  /** The line that git shows behind the header, such as the name of a function. */
  readonly context: string
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly DiffLine[]
  /** Its runs of changed lines, and whether the index has them. Known of the working directory only. */
  readonly blocks?: readonly { readonly block: number; readonly staged: boolean }[]
}

/** The arguments that make the output of a `git diff` independent of what the user configured, and keep it from running programs. */
export const DIFF = [
  '--raw',
  '--numstat',
  '-z',
  '--relative',
  '--find-renames',
  '-l1000',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=dirty',
  '--submodule=short',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--inter-hunk-context=0',
  '--diff-algorithm=default',
  '--indent-heuristic',
] as const

const ENTRY = /^:\d+ \d+ \S+ \S+ ([A-Z])\d*$/

/** Reads the output of a `git diff` with the arguments of `DIFF`, and with a patch or not. It may be cut anywhere in the patch. */
export const readDiff = (output: string, isCut = false): readonly DiffFile[] => {
  const end = output.indexOf('\0\0')
  const entries = readEntries(end < 0 ? output : output.slice(0, end + 1))
  const sections = end < 0 ? [] : output.slice(end + 2).split(/(?<=\n)(?=diff --git )/)
  if (isCut) sections.pop()
  let next = 0
  return entries.map((entry) => {
    // A file whose type changed is removed and added.
    const count = entry.status === 'T' ? 2 : 1
    const own = sections.slice(next, next + count)
    next += count
    return { ...entry, patch: own.length < count ? null : own.map(hunksOf).join('') }
  })
}

const readEntries = (output: string): readonly Omit<DiffFile, 'patch'>[] => {
  const records = output.split('\0')
  const entries: { path: string; from: string | null; status: string }[] = []
  let at = 0
  for (let match = ENTRY.exec(records[at] ?? ''); match !== null; match = ENTRY.exec(records[at] ?? '')) {
    const [, status = ''] = match
    const isMoved = status === 'R' || status === 'C'
    const [first = '', second = ''] = records.slice(at + 1, at + 3)
    entries.push({ path: isMoved ? second : first, from: isMoved ? first : null, status })
    at += isMoved ? 3 : 2
  }
  const counts = new Map(readNumstat(records.slice(at).join('\0')).map((count) => [count.path, count]))
  return entries.flatMap((entry) => {
    const count = counts.get(entry.path)
    // A file that was only touched is listed, but has neither counts nor a patch.
    return count === undefined ? [] : [{ ...entry, added: count.added, deleted: count.deleted }]
  })
}

/** Returns a section of a patch from its first hunk on. */
const hunksOf = (section: string): string => {
  const start = section.indexOf('\n@@ ')
  return start < 0 ? '' : section.slice(start + 1)
}

const HEADER = /^(@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@) ?(.*)$/s

/** Returns the hunks of a file, as many as fit into a number of characters. */
export const readHunks = (
  patch: string,
  max: number,
): { readonly hunks: readonly DiffHunk[]; readonly truncated: boolean } => {
  const texts = patch === '' ? [] : patch.split(/(?<=\n)(?=@@ )/)
  let left = max
  const fitting = texts.filter((text) => {
    left -= text.length
    return left >= 0
  })
  return { hunks: fitting.flatMap(readHunk), truncated: fitting.length < texts.length }
}

const readHunk = (text: string): readonly DiffHunk[] => {
  const [first = '', ...rest] = text.replace(/\n$/, '').split('\n')
  const [, header, oldStart, newStart, context = ''] = HEADER.exec(first) ?? []
  if (header === undefined) return []
  const lines: DiffLine[] = []
  let [oldLine, newLine] = [Number(oldStart), Number(newStart)]
  for (const line of rest) {
    const kind = line.charAt(0)
    const content = line.slice(1)
    if (kind === '\\') {
      const last = lines.pop()
      if (last !== undefined) lines.push({ ...last, noNewline: true })
    } else if (kind === '+') lines.push({ type: 'added', oldLine: null, newLine: newLine++, text: content })
    else if (kind === '-') lines.push({ type: 'removed', oldLine: oldLine++, newLine: null, text: content })
    // Git can be configured to leave out the space of an empty line.
    else lines.push({ type: 'context', oldLine: oldLine++, newLine: newLine++, text: content })
  }
  return [{ header, context, oldStart: Number(oldStart), newStart: Number(newStart), lines }]
}

/** Returns the patch that adds a file. */
export const patchOfNewFile = (text: string): string => {
  if (text === '') return ''
  const ends = text.endsWith('\n')
  const lines = (ends ? text.slice(0, -1) : text).split('\n')
  const header = lines.length === 1 ? '@@ -0,0 +1 @@' : `@@ -0,0 +1,${lines.length} @@`
  const added = lines.map((line) => `+${line}\n`).join('')
  return `${header}\n${added}${ends ? '' : '\\ No newline at end of file\n'}`
}
