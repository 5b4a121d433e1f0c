/**
 * The agent CLIs, as data. This file imports nothing, so that the dashboard can use it as well. Code that treats the providers
 * differently uses a table or a switch over `Provider`.
 */
export const PROVIDERS = ['claude', 'codex'] as const

/** The family of a CLI: it decides the form of hooks, transcripts, settings and prices. */
export type Provider = (typeof PROVIDERS)[number]

export const isProvider = (value: unknown): value is Provider => PROVIDERS.some((provider) => provider === value)

/** What a CLI can do when it is started. An empty list means that the CLI has no such option. */
interface ToolCapabilities {
  /** Continues a session, named by its id or the most recent one in the directory. */
  readonly resume: boolean
  /** Continues a session under a new id. */
  readonly fork: boolean
  /** Runs in a git worktree of its own. */
  readonly worktree: boolean
  /** Sends its requests through an AI proxy. */
  readonly proxy: boolean
  readonly permissionModes: readonly string[]
  readonly efforts: readonly string[]
  readonly sandboxes: readonly string[]
  readonly approvals: readonly string[]
}

export const TOOL_IDS = ['cli_a', 'cli_b'] as const
export type ToolId = (typeof TOOL_IDS)[number]

export const isToolId = (value: unknown): value is ToolId => TOOL_IDS.some((id) => id === value)

export interface Tool {
  readonly id: ToolId
  readonly provider: Provider
  /** The name that users see. */
  readonly name: string
  /** The program, as found on the PATH. */
  readonly binary: string
  readonly capabilities: ToolCapabilities
}

export const TOOLS: Readonly<Record<ToolId, Tool>> = {
  cli_a: {
    id: 'cli_a',
    provider: 'claude',
    name: 'Claude Code',
    binary: 'claude',
    capabilities: {
      resume: true,
      fork: true,
      worktree: true,
      proxy: true,
      permissionModes: ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'],
      efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
      sandboxes: [],
      approvals: [],
    },
  },
  cli_b: {
    id: 'cli_b',
    provider: 'codex',
    name: 'Codex',
    binary: 'codex',
    capabilities: {
      resume: true,
      fork: false,
      worktree: false,
      proxy: true,
      permissionModes: [],
      efforts: ['low', 'medium', 'high', 'xhigh'],
      sandboxes: ['read-only', 'workspace-write', 'danger-full-access'],
      approvals: ['on-request', 'never'],
    },
  },
}

const TOOL_OF: Readonly<Record<Provider, Tool>> = { claude: TOOLS.cli_a, codex: TOOLS.cli_b }

/** Returns the built-in tool of a provider. Sessions from hooks and transcripts record only their provider. */
export const toolOf = (provider: Provider): Tool => TOOL_OF[provider]
