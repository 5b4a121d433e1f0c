import type { FileChange, Hunk } from './hunk.js'

const FILE = /^\*\*\* (Add|Update|Delete) File: (.+)$/
const MOVED = /^\*\*\* Move to: (.+)$/

/** Returns the changes of a patch of Codex by file. Its hunks have no line numbers, and a deleted file is not in it. */
export function changesOfPatch(text: string): readonly FileChange[] {
  const changes: { path: string; hunks: Hunk[] }[] = []
  let lines: string[] | null = null
  for (const line of text.split(/\r?\n/)) {
    const path = FILE.exec(line)?.[2]
    const current = changes.at(-1)
    if (path !== undefined) {
      changes.push({ path: path.slice(0, 1000), hunks: [] })
      lines = null
    } else if (current === undefined) continue
    else if (line.startsWith('***')) {
      const moved = MOVED.exec(line)?.[1]
      if (moved !== undefined) current.path = moved.slice(0, 1000)
      lines = null
    } else if (line.startsWith('@@')) lines = null
    else {
      if (lines === null) {
        lines = []
        current.hunks.push({ oldStart: null, newStart: null, lines })
      }
      // Models leave out the space of an empty context line.
      lines.push(line === '' ? ' ' : line)
    }
  }
  return changes.map(({ path, hunks }) => ({ path, hunks: hunks.map(withoutBlankEnd).filter(isChange) }))
}

/** The end of a here document leaves an empty line behind the last hunk. */
const withoutBlankEnd = (hunk: Hunk): Hunk =>
  hunk.lines.at(-1) === ' ' ? { ...hunk, lines: hunk.lines.slice(0, -1) } : hunk

const isChange = ({ lines }: Hunk): boolean => lines.some((line) => line.startsWith('+') || line.startsWith('-'))
