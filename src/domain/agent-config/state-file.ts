import { loose } from './record.js'

/** What the state file of Claude Code says about its configuration, as texts to compare. The rest changes with every turn. */
export interface ConfiguredState {
  /** The servers that the user added, for all projects and for single ones. */
  readonly mcp: string
  /** Who is signed in. */
  readonly profile: string
}

const SERVERS = ['mcpServers', 'enabledMcpjsonServers', 'disabledMcpjsonServers', 'disabledMcpServers'] as const

/** Returns what a member says about servers; null if it names none, as for most projects. */
const serversIn = (value: unknown): unknown => {
  const named = SERVERS.map((name) => loose(value)[name]).map((one) => (isEmpty(one) ? null : one))
  return named.some((one) => one !== null) ? named : null
}
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

/** Returns what a state file configures. */
export const configuredIn = (state: unknown): ConfiguredState => {
  const projects = Object.entries(loose(loose(state)['projects'])).map(([path, project]) => [path, serversIn(project)])
  return {
    mcp: JSON.stringify([serversIn(state), projects.filter(([, servers]) => servers !== null)]),
    profile: JSON.stringify(loose(state)['oauthAccount'] ?? null),
  }
}

/** Returns the types of configuration that differ between two states. */
export const changedState = (before: ConfiguredState, after: ConfiguredState): readonly (keyof ConfiguredState)[] =>
  (['mcp', 'profile'] as const).filter((type) => before[type] !== after[type])
