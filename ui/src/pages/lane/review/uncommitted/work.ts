import type { RouteAnswer } from '../../../../../../src/http/contract/index.js'

/** The files that are not committed. */
export type Work = Extract<RouteAnswer<'GET /api/lanes/:id/git/changes'>, { readonly available: true }>
export type WorkFile = Work['files'][number]
type WorkHunk = WorkFile['hunks'][number]

/** Lines of a hunk that follow each other: unchanged ones, or one block of changed ones. */
export interface Run {
  readonly lines: WorkHunk['lines']
  /** Undefined for unchanged lines, and in a file whose blocks cannot be staged alone. */
  readonly block: { readonly block: number; readonly staged: boolean } | undefined
}

/** Splits the lines of a hunk into its blocks and what is between them. */
export function runsOf({ lines, blocks = [] }: WorkHunk): readonly Run[] {
  const runs: { lines: WorkHunk['lines'][number][]; block: Run['block'] }[] = []
  let block = -1
  let isContext: boolean | undefined
  for (const line of lines) {
    const last = runs.at(-1)
    if (last !== undefined && isContext === (line.type === 'context')) last.lines.push(line)
    else {
      isContext = line.type === 'context'
      if (!isContext) block += 1
      runs.push({ lines: [line], block: isContext ? undefined : blocks[block] })
    }
  }
  return runs
}

/** Identifies a block among those of a file. */
export const runKey = (header: string, block: number): string => `${header}\n${block}`

/** How much of a file is staged. */
export const stagedOf = ({ staged, unstaged }: WorkFile): 'all' | 'part' | 'none' =>
  staged !== true ? 'none' : unstaged === true ? 'part' : 'all'

/** Files with conflicts come first: nothing can be committed before they are resolved. */
export const inOrder = (files: readonly WorkFile[]): readonly WorkFile[] =>
  files.toSorted((a, b) => Number(b.conflicted ?? false) - Number(a.conflicted ?? false))
