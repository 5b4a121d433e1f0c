import * as Data from 'effect/Data'
import type { ProcessError } from '../process/run.js'

/** Git exited with an error. `complaint` is the end of its stderr, without the logins in URLs. */
export class GitRefused extends Data.TaggedError('GitRefused')<{
  readonly code: number | null
  readonly complaint: string
}> {}

export type GitError = GitRefused | ProcessError
