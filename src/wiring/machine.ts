import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { configPrograms } from '../adapters/agent-config/programs.js'
import { agentAnswers } from '../adapters/agent-cli/answers.js'
import { systemDirectories } from '../adapters/files/directories.js'
import { gitCheckout } from '../adapters/git/checkout.js'
import { systemGit } from '../adapters/git/git.js'
import { gitHistory } from '../adapters/git/history.js'
import { gitLanding } from '../adapters/git/landing.js'
import { gitReview } from '../adapters/git/review.js'
import { excludeAtTop, topOf } from '../adapters/git/exclude.js'
import { gitHunks } from '../adapters/git/hunks.js'
import { gitReads } from '../adapters/git/reads.js'
import { gitRemotes } from '../adapters/git/remotes.js'
import { gitSubmodules } from '../adapters/git/submodule-moves.js'
import { gitSeries } from '../adapters/git/series.js'
import { gitWrites } from '../adapters/git/writes.js'
import { gitWorktrees } from '../adapters/git/worktrees.js'
import { keptChanges } from '../adapters/git/kept/kept-changes.js'
import { laneFiles } from '../adapters/git/save.js'
import { httpOut } from '../adapters/http-client/http-out.js'
import { proofFiles } from '../adapters/proof/proof.js'
import { eventIds } from '../adapters/ids.js'
import { openForkServer } from '../adapters/process/fork-server/open.js'
import { toolPrograms } from '../adapters/process/find-program.js'
import { stackProcesses } from '../adapters/process/stack.js'
import { systemSsh } from '../adapters/ssh/ssh.js'
import { stackFiles } from '../adapters/stack/files.js'
import { tmuxPanes } from '../adapters/tmux/panes.js'
import type { Clock } from '../commands/ports/clock.js'
import { ConfigPrograms } from '../commands/ports/config-programs.js'
import { AgentAnswers } from '../commands/ports/agent-answers.js'
import { Directories } from '../commands/ports/directories.js'
import { GitHistory } from '../commands/ports/git-history.js'
import { GitLanding } from '../commands/ports/git-landing.js'
import { GitReview } from '../commands/ports/git-review.js'
import { GitHunks } from '../commands/ports/git-hunks.js'
import { GitReads } from '../commands/ports/git-reads.js'
import { GitRemotes } from '../commands/ports/git-remotes.js'
import { GitSeries } from '../commands/ports/git-series.js'
import { GitWrites } from '../commands/ports/git-writes.js'
import { ClaudeVendor } from '../commands/ports/claude-vendor.js'
import { claudeVendor } from '../adapters/http-client/claude-vendor.js'
import { HttpOut } from '../commands/ports/http-out.js'
import type { Machine } from '../commands/ports/machine.js'
import { KeptChanges } from '../commands/ports/kept-changes.js'
import { LaneFiles } from '../commands/ports/lane-files.js'
import { Panes } from '../commands/ports/panes.js'
import { ProofFiles } from '../commands/ports/proof-files.js'
import { Releases } from '../commands/ports/releases.js'
import { SetupScripts } from '../commands/ports/setup-scripts.js'
import { setupScripts } from '../adapters/process/setup-scripts.js'
import { Ssh } from '../commands/ports/ssh.js'
import { StackFiles } from '../commands/ports/stack-files.js'
import { StackProcesses } from '../commands/ports/stack-processes.js'
import { Submodules } from '../commands/ports/submodules.js'
import { ToolPrograms } from '../commands/ports/tool-programs.js'
import { Worktrees } from '../commands/ports/worktrees.js'
import type { Config } from '../config.js'

/** Provides the services of this machine. `root` is the folder that the service runs from. */
export const machineOf = (
  config: Pick<
    Config,
    | 'claudeApi'
    | 'sshConfig'
    | 'childEnvironment'
    | 'agentEnvironment'
    | 'dataDir'
    | 'isUnit'
    | 'worktreeRoot'
    | 'branchPrefix'
    | 'forkServer'
  >,
  root: string,
  clock: Clock,
): Layer.Layer<Machine> => {
  const { claudeApi, sshConfig, childEnvironment, agentEnvironment, dataDir, isUnit } = config
  const forkServer = config.forkServer ?? openForkServer(clock)
  const closed = config.forkServer === null ? Effect.promise(forkServer.close) : Effect.void
  const copies = join(dataDir, 'git-settings')
  const git = systemGit(childEnvironment, forkServer.run, () => copies)
  const programs = toolPrograms(childEnvironment, clock)
  const ignoring = {
    topOf: (dir: string) => topOf(git, dir),
    excludeAtTop: (dir: string, name: string) => excludeAtTop(git, dir, name),
  }
  return Layer.mergeAll(
    Layer.scopedDiscard(Effect.addFinalizer(() => closed)),
    Layer.scopedDiscard(Effect.addFinalizer(() => Effect.sync(() => rmSync(copies, { recursive: true, force: true })))),
    Layer.succeed(AgentAnswers, agentAnswers({ dataDir, env: agentEnvironment, programs })),
    Layer.succeed(ConfigPrograms, configPrograms({ env: agentEnvironment, programs })),
    Layer.succeed(Directories, systemDirectories),
    Layer.succeed(GitHistory, gitHistory(git)),
    Layer.succeed(GitLanding, gitLanding(git)),
    Layer.succeed(GitReview, gitReview(git)),
    Layer.succeed(GitHunks, gitHunks(git)),
    Layer.succeed(GitReads, gitReads(git, clock)),
    Layer.succeed(GitRemotes, gitRemotes(git)),
    Layer.succeed(GitSeries, gitSeries(git)),
    Layer.succeed(GitWrites, gitWrites(git)),
    Layer.succeed(HttpOut, httpOut(clock)),
    Layer.succeed(ClaudeVendor, claudeVendor(httpOut(clock), claudeApi, clock)),
    Layer.succeed(KeptChanges, keptChanges(git, join(dataDir, 'discarded'), eventIds(), clock)),
    Layer.succeed(LaneFiles, laneFiles(git)),
    Layer.succeed(Releases, gitCheckout(root, git)),
    Layer.succeed(Panes, tmuxPanes({ dataDir, env: childEnvironment, isUnit, runReads: forkServer.run })),
    Layer.succeed(ProofFiles, proofFiles(join(dataDir, 'proof'), ignoring, forkServer.run)),
    Layer.succeed(SetupScripts, setupScripts({ env: childEnvironment })),
    Layer.succeed(Ssh, systemSsh(sshConfig, childEnvironment)),
    Layer.succeed(StackFiles, stackFiles(join(dataDir, 'stack'))),
    Layer.succeed(StackProcesses, stackProcesses({ env: childEnvironment, isUnit })),
    Layer.succeed(Submodules, gitSubmodules(git)),
    Layer.succeed(ToolPrograms, programs),
    Layer.succeed(Worktrees, gitWorktrees(git, config)),
  )
}
