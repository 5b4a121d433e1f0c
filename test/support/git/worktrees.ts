import { Effect } from 'effect'
import { systemGit } from '../../../src/adapters/git/git.js'
import { gitWorktrees } from '../../../src/adapters/git/worktrees.js'
import type {
  AddedWorktree,
  LaneWorktree,
  NewWorktree,
  Place,
  Repository,
} from '../../../src/commands/ports/worktrees.js'

const PATH = process.env['PATH'] ?? '/usr/bin:/bin'

/** Returns the port for worktrees with the settings of a user who set nothing. */
export const worktreesOf = (env: Readonly<Record<string, string>> = { PATH, HOME: '/nonexistent' }) =>
  gitWorktrees(systemGit(env), { worktreeRoot: null, branchPrefix: 'feat/' })

type Port = ReturnType<typeof worktreesOf>

/** Returns the repository of a path and a free place for a slug. */
export const placed = async (
  port: Port,
  path: string,
  slug: string,
): Promise<{ readonly repository: Repository; readonly place: Place }> => {
  const repository = await Effect.runPromise(port.inspect(path))
  return { repository, place: await Effect.runPromise(port.place(repository, slug, [], null)) }
}

/** Adds the worktree of an invented lane, from `main`. */
export const added = async (
  port: Port,
  path: string,
  slug: string,
  more: Partial<NewWorktree> = {},
): Promise<LaneWorktree & AddedWorktree> => {
  const { repository, place } = await placed(port, path, slug)
  const wanted = { repository, ...place, keptHead: null, bases: ['main'], owner: 'lane 7', since: 0, ...more }
  const done = await Effect.runPromise(port.add(wanted))
  return { ...place, ...done, keptHead: wanted.keptHead, repository: repository.path }
}
