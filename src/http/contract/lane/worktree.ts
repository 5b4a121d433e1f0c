import { Schema as S } from '../../../domain/schema.js'
import { Count, Nullable, ToolId } from '../common.js'
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

/**
 * A branch that the lane works on instead of a new one: it stays when the lane is removed. One that only a remote has, named with or
 * without the remote, is created first.
 */
export const EXISTING_BRANCH = S.optional(describedAs(Json, Text))

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

/** A repository to clone. */
export const Clone = describedAs(
  S.Struct({
    url: S.optional(Json),
    parent: S.optional(Json),
    name: S.optional(Json),
    title: S.optional(Json),
    tool: S.optional(Json),
    credentials: S.optional(Json),
  }),
  S.Struct({
    url: S.String,
    /** The folder that gets the new one. */
    parent: S.String,
    /** Default: the last segment of the URL, without `.git`. */
    name: S.optional(Text),
    title: S.optional(Text),
    tool: S.optional(Nullable(ToolId)),
    credentials: S.optional(
      Nullable(S.Struct({ username: S.String, password: S.String, remember: S.optional(S.Boolean) })),
    ),
  }),
)
