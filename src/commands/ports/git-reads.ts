import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { ChangeRange, DiffHunk } from '../../domain/git/diff.js'
import type { Commit } from '../../domain/git/log.js'
import type { LineCounts } from '../../domain/git/numstat.js'
import type { Staged } from '../../domain/git/suggestion.js'
import type { TreeEntry } from '../../domain/git/tree.js'
import type { Rejection } from '../../domain/rejection.js'

export interface ChangedFile extends LineCounts {
  /** Two characters, of the index and of the working tree, as in `git status --short`. */
  readonly status: string
}

/** What a lane's page shows of its working directory. */
export interface GitFacts {
  /** Null when no branch is checked out. */
  readonly branch: string | null
  /** Null before the first commit. */
  readonly head: string | null
  readonly unborn: boolean
  readonly subject: string
  /** Changed tracked files. */
  readonly dirty: number
  readonly untracked: number
  /** The first changed files. */
  readonly files: readonly ChangedFile[]
  readonly hasRemote: boolean
  readonly upstream: string | null
  /** Null without an upstream. */
  readonly ahead: number | null
  readonly behind: number | null
  readonly merging: boolean
  /** Files with conflicts. */
  readonly conflicts: readonly string[]
}

/** The text of a file. Without lines for a binary file. */
export interface FileText {
  readonly path: string
  readonly rev: string
  readonly binary: boolean
  /** Only the beginning of a large file is returned. */
  readonly truncated: boolean
  /** Without their terminators. */
  readonly lines: readonly string[]
  /** The terminator of the first line. */
  readonly eol: '\n' | '\r\n'
  readonly finalNewline: boolean
  /** The id that git gives these bytes; null for a truncated file. */
  readonly sha: string | null
}

export interface ImageBytes {
  readonly type: string
  readonly bytes: Uint8Array
}

export interface ChangesRequest {
  readonly range: ChangeRange
  readonly base: string | null
  readonly sha: string | null
  /** Only this file, with its hunks. */
  readonly path: string | null
  /** Whether all files have their hunks. */
  readonly full: boolean
  /** Unchanged lines around the changes. */
  readonly context: number
}

export interface Change extends LineCounts {
  /** Where a renamed or copied file was. */
  readonly from: string | null
  /** Git's letter, `?` for an untracked file, or `U` for one with conflicts. */
  readonly status: string
  readonly untracked: boolean
  /** These three are known of the working directory only. */
  readonly staged?: boolean
  readonly unstaged?: boolean
  readonly conflicted?: boolean
  readonly binary: boolean
  /** The filter that keeps the lines from being compared, so that there are no hunks: see `ChangedPath`. */
  readonly filter?: string
  readonly hunks: readonly DiffHunk[]
}

export interface Changes extends Pick<ChangesRequest, 'range' | 'base' | 'sha' | 'context'> {
  /** The full name of the ref that the base is. */
  readonly baseRef: string | null
  readonly mergeBase: string | null
  /** Files or hunks were left out. */
  readonly truncated: boolean
  readonly files: readonly Change[]
}

type PathCode = 'EBADPATH' | 'ENOFILE' | 'ESECRET' | 'EBADREV'

/**
 * Reads of git in a directory. Null means that git cannot read it. Paths are relative to the directory, also where it is not the
 * top of its repository.
 */
export interface GitReadsPort {
  /** Concurrent calls for one directory share a scan. */
  readonly facts: (dir: string) => Effect.Effect<GitFacts | null>
  readonly log: (dir: string, limit: number, file: string | null) => Effect.Effect<readonly Commit[] | null>
  readonly changes: (
    dir: string,
    request: ChangesRequest,
  ) => Effect.Effect<Changes | null, Rejection<'EBADREV' | 'ENOBASE' | 'ENOFILECHANGE'>>
  /** Returns what is staged, with the subjects of the last commits. */
  readonly staged: (dir: string) => Effect.Effect<Staged | null>
  /** @param rev `work`, `HEAD` or the id of a commit */
  readonly file: (dir: string, path: string, rev: string) => Effect.Effect<FileText | null, Rejection<PathCode>>
  readonly image: (
    dir: string,
    path: string,
    rev: string,
  ) => Effect.Effect<ImageBytes | null, Rejection<PathCode | 'ENOTIMAGE' | 'ETOOBIG'>>
  /** Returns the tracked files and the untracked ones that are not ignored. */
  readonly files: (dir: string) => Effect.Effect<readonly string[] | null>
  readonly tree: (dir: string) => Effect.Effect<{
    readonly levels: ReadonlyMap<string, readonly TreeEntry[]>
    readonly truncated: boolean
  } | null>
}

export class GitReads extends Context.Tag('GitReads')<GitReads, GitReadsPort>() {}
