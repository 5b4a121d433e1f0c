import type * as Effect from 'effect/Effect'
import type { AgentAnswers } from './agent-answers.js'
import type { ClaudeVendor } from './claude-vendor.js'
import type { ConfigPrograms } from './config-programs.js'
import type { Directories } from './directories.js'
import type { GitHistory } from './git-history.js'
import type { GitLanding } from './git-landing.js'
import type { GitReview } from './git-review.js'
import type { GitHunks } from './git-hunks.js'
import type { GitReads } from './git-reads.js'
import type { GitRemotes } from './git-remotes.js'
import type { GitSeries } from './git-series.js'
import type { GitWrites } from './git-writes.js'
import type { HttpOut } from './http-out.js'
import type { KeptChanges } from './kept-changes.js'
import type { LaneFiles } from './lane-files.js'
import type { Panes } from './panes.js'
import type { ProofFiles } from './proof-files.js'
import type { Releases } from './releases.js'
import type { SetupScripts } from './setup-scripts.js'
import type { Ssh } from './ssh.js'
import type { StackFiles } from './stack-files.js'
import type { StackProcesses } from './stack-processes.js'
import type { Submodules } from './submodules.js'
import type { ToolPrograms } from './tool-programs.js'
import type { Worktrees } from './worktrees.js'

/** The services that an Effect of a command may ask for. The runtime of the service provides them all. */
export type Machine =
  | AgentAnswers
  | ClaudeVendor
  | ConfigPrograms
  | Directories
  | GitHistory
  | GitLanding
  | GitReview
  | GitHunks
  | GitReads
  | GitRemotes
  | GitSeries
  | GitWrites
  | HttpOut
  | KeptChanges
  | LaneFiles
  | Panes
  | ProofFiles
  | Releases
  | SetupScripts
  | Ssh
  | StackFiles
  | StackProcesses
  | Submodules
  | ToolPrograms
  | Worktrees

/** Starts work in the background. It reports its own errors, and is interrupted when the service stops. */
export type Fork = (work: Effect.Effect<unknown, never, Machine>) => void
