import * as Data from 'effect/Data'
import type { ProcessError } from '../process/run.js'

/** Git exited with an error. `complaint` is the end of its stderr, without the logins in URLs. */
export class GitRefused extends Data.TaggedError('GitRefused')<{
  /** Null when a signal killed it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly complaint: string
}> {}

/** Git would work on files outside of the directory that it was asked about, so it was not run. */
export class WorksElsewhere extends Data.TaggedError('WorksElsewhere')<{ readonly dir: string }> {}

export type GitError = GitRefused | WorksElsewhere | ProcessError
