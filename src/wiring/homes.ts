import { join } from 'node:path'
import { homeCopies } from '../adapters/system-accounts/mirror.js'
import { agentHomes, type CodexHomeOf } from '../commands/access/agent-homes.js'
import type { Config } from '../config.js'
import { allUsers } from '../projections/queries/users.js'
import type { Reader } from '../projections/sql.js'
import type { Accounts } from './accounts/accounts.js'

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

interface CodexHomes extends Pick<Config, 'mode' | 'usersRoot' | 'codexHome' | 'systemAccounts'> {
  readonly db: Reader
  readonly accounts: Accounts
}

/** Returns the homes of Codex that the agents of lanes have. */
export const codexHomesOf = (parts: CodexHomes) => {
  const { systemAccounts, usersRoot, codexHome, accounts, db } = parts
  const homeOf = agentHomes(parts)
  const inHome = (home: string | null): string => (home === null ? codexHome : join(home, '.codex'))
  const ofAccount = (username: string | null): string => inHome(username === null ? null : join(usersRoot, username))
  const of: CodexHomeOf = ({ owner_id, cwd }) =>
    systemAccounts ? ofAccount(accounts.ofFolder(cwd)) : inHome(homeOf(owner_id))
  const all = (): readonly string[] => {
    const users = allUsers(db)
    const own = systemAccounts
      ? users.flatMap(({ username }) => (accounts.has(username) ? [ofAccount(username)] : []))
      : users.map(({ id }) => inHome(homeOf(id)))
    return [...new Set([codexHome, ...own])]
  }
  return { of, all }
}
