import { branchOfRef } from './branch.js'

/** A worktree as git has it registered. The first one of a list is the main worktree. */
export interface RegisteredWorktree {
  readonly path: string
  /** Null in a bare repository. */
  readonly head: string | null
  /** Null when no branch is checked out. */
  readonly branch: string | null
  readonly bare: boolean
  /** The reason of its lock, possibly empty; null when it is not locked. */
  readonly locked: string | null
  /** Whether `git worktree prune` would remove it, because its directory is missing. */
  readonly prunable: boolean
}

/** Reads the output of `git worktree list --porcelain -z`. */
export const readWorktreeList = (output: string): readonly RegisteredWorktree[] =>
  output
    .split('\0\0')
    .filter((record) => record !== '')
    .map(readWorktree)

const readWorktree = (record: string): RegisteredWorktree => {
  const attributes = new Map(
    record.split('\0').map((line) => {
      const space = line.indexOf(' ')
      return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)]
    }),
  )
  return {
    path: attributes.get('worktree') ?? '',
    head: attributes.get('HEAD') ?? null,
    branch: branchOfRef(attributes.get('branch') ?? ''),
    bare: attributes.has('bare'),
    locked: attributes.get('locked') ?? null,
    prunable: attributes.has('prunable'),
  }
}
