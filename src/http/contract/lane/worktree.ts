import { Schema as S } from '../../../domain/schema.js'
import { Count, Nullable } from '../common.js'
import { describedAs, Json } from '../json.js'

const Text = Nullable(S.String)

const Branch = S.Struct({
  name: S.String,
  sha: S.String,
  current: S.Boolean,
  upstream: Text,
  /** Commits since its upstream; null without one. */
  ahead: Nullable(Count),
  behind: Nullable(Count),
  /** The directory that has it checked out. */
  worktree: Text,
})
const RegisteredWorktree = S.Struct({
  path: S.String,
  head: Text,
  branch: Text,
  bare: S.Boolean,
  /** The reason of its lock, possibly empty; null when it is not locked. */
  locked: Text,
  /** Whether its directory is missing. */
  prunable: S.Boolean,
})

/** The branches and worktrees of a repository. */
export const RepositoryBranches = S.Struct({
  available: S.Boolean,
  branches: S.Array(Branch),
  current: Text,
  worktrees: S.Array(RegisteredWorktree),
})

/** What happens to new worktrees besides their checkout. */
export const PREPARATION = {
  /** Fetch the remote of the base first. A base that is only behind its upstream is left for that. */
  fetch: S.optional(describedAs(Json, Nullable(S.Boolean))),
  /** Run the setup script of the repository, if its digest is this. */
  setup: S.optional(describedAs(Json, Text)),
}
/** What a new worktree of a repository gets. */
export const Prepared = S.Struct({
  available: S.Boolean,
  /** Ignored files that `.svc/profile/copy` names. */
  copied: S.Struct({ count: Count, files: S.Array(S.String) }),
  /** The program `.svc/profile/hooks/setup`. It runs only where its digest is sent. */
  setup: Nullable(S.Struct({ path: S.String, text: S.String, digest: S.String })),
})
