import { Directories } from '../../commands/ports/directories.js'
import { GitHistory } from '../../commands/ports/git-history.js'
import { GitHunks } from '../../commands/ports/git-hunks.js'
import { GitLanding } from '../../commands/ports/git-landing.js'
import { GitReads } from '../../commands/ports/git-reads.js'
import { GitRemotes } from '../../commands/ports/git-remotes.js'
import { GitReview } from '../../commands/ports/git-review.js'
import { GitSeries } from '../../commands/ports/git-series.js'
import { GitWrites } from '../../commands/ports/git-writes.js'
import { KeptChanges } from '../../commands/ports/kept-changes.js'
import { LaneFiles } from '../../commands/ports/lane-files.js'
import { Panes } from '../../commands/ports/panes.js'
import { ProofFiles } from '../../commands/ports/proof-files.js'
import { SetupScripts } from '../../commands/ports/setup-scripts.js'
import { StackFiles } from '../../commands/ports/stack-files.js'
import { StackProcesses } from '../../commands/ports/stack-processes.js'
import { Submodules } from '../../commands/ports/submodules.js'
import { ToolPrograms } from '../../commands/ports/tool-programs.js'
import { Worktrees } from '../../commands/ports/worktrees.js'

/** The services of the machine that the account of a folder provides for what is in it. All others are those of the host. */
export const OF_ACCOUNTS = {
  Directories,
  GitHistory,
  GitHunks,
  GitLanding,
  GitReads,
  GitRemotes,
  GitReview,
  GitSeries,
  GitWrites,
  KeptChanges,
  LaneFiles,
  Panes,
  ProofFiles,
  SetupScripts,
  StackFiles,
  StackProcesses,
  Submodules,
  ToolPrograms,
  Worktrees,
} as const

export type PortName = keyof typeof OF_ACCOUNTS
