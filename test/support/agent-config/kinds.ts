/** What can be listed of the configuration of Claude Code, by the last part of the route. */
export const CLAUDE_KINDS = [
  'overview',
  'skills',
  'agents',
  'commands',
  'output-styles',
  'plugins',
  'mcp',
  'hooks',
  'settings',
  'memory',
  'marketplaces',
  'keybindings',
  'statusline',
  'hook-scripts',
] as const

/** The same of Codex. */
export const CODEX_KINDS = [
  'overview',
  'skills',
  'agents',
  'rules',
  'memory',
  'mcp',
  'plugins',
  'marketplaces',
  'config',
] as const

type ListRoute =
  | `GET /api/cc-config/${(typeof CLAUDE_KINDS)[number]}`
  | `GET /api/codex-config/${(typeof CODEX_KINDS)[number]}`

/** Returns a value for the route of each list. */
export const forEachList = <A>(valueOf: (path: string) => A): Readonly<Record<ListRoute, A>> =>
  Object.fromEntries(
    [
      ...CLAUDE_KINDS.map((kind) => `/api/cc-config/${kind}`),
      ...CODEX_KINDS.map((kind) => `/api/codex-config/${kind}`),
    ].map((path) => [`GET ${path}`, valueOf(path)]),
  ) as Record<ListRoute, A>
