import { branchOfRef } from './branch.js'
import type { RegisteredWorktree } from './porcelain.js'

export interface Branch {
  readonly name: string
  readonly sha: string
  /** Whether it is checked out in the directory that was asked about. */
  readonly current: boolean
  readonly upstream: string | null
  /** Commits since its upstream; null without an upstream. */
  readonly ahead: number | null
  readonly behind: number | null
  /** The directory that has it checked out. */
  readonly worktree: string | null
}

/** The branches of a repository, the newest commits first. */
export interface Branches {
  readonly branches: readonly Branch[]
  readonly current: string | null
  readonly worktrees: readonly RegisteredWorktree[]
}

const FIELDS = [
  'refname',
  'objectname',
  'HEAD',
  'upstream',
  'upstream:short',
  'upstream:track,nobracket',
  'worktreepath',
] as const

/** The format of `git for-each-ref` that `readBranches` reads. Fields end with NUL: a path may contain line breaks. */
export const BRANCH_FORMAT = FIELDS.map((field) => `%(${field})%00`).join('')

/** Reads the output of `git for-each-ref` with `BRANCH_FORMAT`. */
export const readBranches = (output: string): readonly Branch[] => {
  const fields = output.split('\0')
  return Array.from({ length: Math.floor(fields.length / FIELDS.length) }, (_, index) =>
    readBranch(fields.slice(index * FIELDS.length, (index + 1) * FIELDS.length)),
  )
}

const readBranch = ([ref = '', sha = '', head, upstream, short, track = '', worktree]: readonly string[]): Branch => {
  // Git ends each record with a line break. The upstream of a deleted remote branch is `gone`: nothing can be counted.
  const isCounted = Boolean(upstream) && track !== 'gone'
  const count = (direction: string): number | null =>
    isCounted ? Number(new RegExp(`${direction} (\\d+)`).exec(track)?.[1] ?? 0) : null
  return {
    name: branchOfRef(ref.trimStart()) ?? ref.trimStart(),
    sha,
    current: head === '*',
    upstream: short || null,
    ahead: count('ahead'),
    behind: count('behind'),
    worktree: worktree || null,
  }
}
