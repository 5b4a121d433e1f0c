import type { Config } from '../config.js'

export type ClaudeHomes = Pick<Config, 'claudeHome' | 'otherHomes'>

/** Returns the homes of Claude Code, that of new agents first. */
export const claudeHomes = ({ claudeHome, otherHomes }: ClaudeHomes): readonly string[] => [
  claudeHome,
  ...otherHomes.flatMap(({ provider, home }) => (provider === 'claude' ? [home] : [])),
]
