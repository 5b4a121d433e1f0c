import { join } from 'node:path'
import { agentHomes } from '../commands/access/agent-homes.js'
import type { Config } from '../config.js'
import { allUsers } from '../projections/queries/users.js'
import type { Reader } from '../projections/sql.js'

export type ClaudeHomes = Pick<Config, 'claudeHome' | 'otherHomes'>

/** Returns the homes of Claude Code, that of new agents first. */
export const claudeHomes = ({ claudeHome, otherHomes }: ClaudeHomes): readonly string[] => [
  claudeHome,
  ...otherHomes.flatMap(({ provider, home }) => (provider === 'claude' ? [home] : [])),
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
