const CLI_WORKTREE = /[\\/]\.claude[\\/]worktrees[\\/][^\\/]+/g

/** What the directory of every worktree that `claude --worktree` creates contains. */
export const CLI_WORKTREES = '/.claude/worktrees/'

/**
 * Returns the same place outside of the worktrees that `claude --worktree` creates inside of a repository: `/code/shop/web` for
 * `/code/shop/.claude/worktrees/swift-fox/web`. The worktree need not exist any more.
 */
export const outsideCliWorktree = (cwd: string): string => cwd.replaceAll(CLI_WORKTREE, '')

/**
 * Returns the name of the project in a directory: the last part of its path. The dashboard and the service both use it, so this
 * file imports nothing.
 */
export const projectName = (cwd: string): string => {
  const parts = cwd.split(/[\\/]/).filter((part) => part !== '')
  return parts.at(-1) ?? cwd
}
