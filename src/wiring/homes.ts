import { join } from 'node:path'
import { homeCopies } from '../adapters/system-accounts/mirror.js'
import { agentHomes } from '../commands/access/agent-homes.js'
import type { Config } from '../config.js'
import { allUsers } from '../projections/queries/users.js'
import type { Reader } from '../projections/sql.js'

type AgentFolders = Pick<Config, 'usersRoot' | 'systemAccounts' | 'dataDir'>

/** Returns the folder where the service reads the agent homes of users: with system accounts, their copies. */
export const readHomes = ({ usersRoot, systemAccounts, dataDir }: AgentFolders): string =>
  systemAccounts ? homeCopies(dataDir) : usersRoot

/** Returns where the transcripts of this machine are. */
export const transcriptRoots = (
  config: Pick<Config, 'claudeHome' | 'codexHome' | 'otherHomes' | 'mode'> & AgentFolders,
) => ({
  claude: config.claudeHome,
  codex: config.codexHome,
  others: config.otherHomes,
  ...(config.mode === 'server' ? { users: readHomes(config) } : {}),
})

export interface ClaudeHomes extends Pick<Config, 'claudeHome' | 'otherHomes' | 'mode'>, AgentFolders {
  readonly db: Reader
}

/** Returns the homes of Claude Code: that of new agents of the host first, and in server mode those of users. */
export const claudeHomes = ({ claudeHome, otherHomes, mode, db, ...folders }: ClaudeHomes): readonly string[] => [
  claudeHome,
  ...otherHomes.flatMap(({ provider, home }) => (provider === 'claude' ? [home] : [])),
  ...(mode === 'server' ? allUsers(db).map(({ username }) => join(readHomes(folders), username, '.claude')) : []),
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
