import * as Layer from 'effect/Layer'
import { systemDirectories } from '../adapters/files/directories.js'
import { gitCheckout } from '../adapters/git/checkout.js'
import { systemGit } from '../adapters/git/git.js'
import { gitReads } from '../adapters/git/reads.js'
import { gitWorktrees } from '../adapters/git/worktrees.js'
import { httpOut } from '../adapters/http-client/http-out.js'
import { systemSsh } from '../adapters/ssh/ssh.js'
import { tmuxPanes } from '../adapters/tmux/panes.js'
import type { Clock } from '../commands/ports/clock.js'
import { Directories } from '../commands/ports/directories.js'
import { GitReads } from '../commands/ports/git-reads.js'
import { HttpOut } from '../commands/ports/http-out.js'
import type { Machine } from '../commands/ports/machine.js'
import { Panes } from '../commands/ports/panes.js'
import { Releases } from '../commands/ports/releases.js'
import { Ssh } from '../commands/ports/ssh.js'
import { Worktrees } from '../commands/ports/worktrees.js'
import type { Config } from '../config.js'

/** Provides the services of this machine. `root` is the folder that the service runs from. */
export const machineOf = (
  config: Pick<Config, 'sshConfig' | 'childEnvironment' | 'dataDir' | 'isUnit' | 'worktreeRoot' | 'branchPrefix'>,
  root: string,
  clock: Clock,
): Layer.Layer<Machine> => {
  const { sshConfig, childEnvironment, dataDir, isUnit } = config
  const git = systemGit(childEnvironment)
  return Layer.mergeAll(
    Layer.succeed(Directories, systemDirectories),
    Layer.succeed(GitReads, gitReads(git)),
    Layer.succeed(HttpOut, httpOut(clock)),
    Layer.succeed(Releases, gitCheckout(root, git)),
    Layer.succeed(Panes, tmuxPanes({ dataDir, env: childEnvironment, isUnit })),
    Layer.succeed(Ssh, systemSsh(sshConfig, childEnvironment)),
    Layer.succeed(Worktrees, gitWorktrees(git, config)),
  )
}
