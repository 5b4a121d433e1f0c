import { hostOwner, userById } from '../../projections/queries/users.js'
import type { Reader } from '../../projections/sql.js'

export interface HomesParts {
  readonly mode: 'local' | 'server'
  readonly usersRoot: string
  readonly db: Reader
}

/**
 * Returns the homes of agents by the owner of their lane: the own folder of a user, so that nobody resumes or reads what the agents
 * of somebody else keep. Null for the home of the service, which is that of the host owner (supplement-server 14.1); with `isOwn`, they
 * too have their own folder.
 */
export const agentHomes =
  ({ mode, usersRoot, db }: HomesParts) =>
  (owner: number | null, isOwn = false): string | null => {
    if (mode === 'local' || owner === null || (!isOwn && owner === hostOwner(db))) return null
    const user = userById(db, owner)
    return user === undefined ? null : `${usersRoot}/${user.username}`
  }

/** Returns the home of Codex of the agents of a lane. */
export type CodexHomeOf = (lane: { readonly owner_id: number | null; readonly cwd: string }) => string
