import { join } from 'node:path'
import { agentHomes } from '../commands/access/agent-homes.js'
import type { Config } from '../config.js'
import { allUsers } from '../projections/queries/users.js'
import type { Reader } from '../projections/sql.js'

/** Returns where the transcripts of this machine are. */
export const transcriptRoots = (
  config: Pick<Config, 'claudeHome' | 'codexHome' | 'otherHomes' | 'mode' | 'usersRoot'>,
) => ({
  claude: config.claudeHome,
  codex: config.codexHome,
  others: config.otherHomes,
  ...(config.mode === 'server' ? { users: config.usersRoot } : {}),
})

export interface ClaudeHomes extends Pick<Config, 'claudeHome' | 'otherHomes' | 'mode' | 'usersRoot'> {
  readonly db: Reader
}

/** Returns the homes of Claude Code: that of new agents of the host first, and in server mode those of users. */
export const claudeHomes = ({ claudeHome, otherHomes, mode, usersRoot, db }: ClaudeHomes): readonly string[] => [
  claudeHome,
  ...otherHomes.flatMap(({ provider, home }) => (provider === 'claude' ? [home] : [])),
  ...(mode === 'server' ? allUsers(db).map(({ username }) => join(usersRoot, username, '.claude')) : []),
]

interface CodexHomes extends Pick<Config, 'mode' | 'usersRoot' | 'codexHome'> {
  readonly db: Reader
}

/** Returns the homes of Codex of the owners of lanes. */
export const codexHomesOf = (parts: CodexHomes) => {
  const homeOf = agentHomes(parts)
  const of = (owner: number | null): string => {
    const home = homeOf(owner)
    return home === null ? parts.codexHome : join(home, '.codex')
  }
  return { of, all: () => [...new Set([parts.codexHome, ...allUsers(parts.db).map(({ id }) => of(id))])] }
}
