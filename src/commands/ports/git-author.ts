import * as FiberRef from 'effect/FiberRef'
import * as GlobalValue from 'effect/GlobalValue'

/** Who a commit is by. */
export interface GitAuthor {
  readonly name: string
  readonly email: string
}

/**
 * Who the commits of a command are by where neither the repository nor the home of the service says it; null: git refuses them, or takes
 * what the system says of its user.
 */
export const gitAuthor: FiberRef.FiberRef<GitAuthor | null> = GlobalValue.globalValue('switchyard/git-author', () =>
  FiberRef.unsafeMake<GitAuthor | null>(null),
)
