/** The groups of operations, in the order of the documentation. */
export const TAGS = {
  system: 'Health, this description, metrics and global counts.',
  sessions: 'Sessions of the agents: list, read, create, update, delete.',
  agents: 'Main agents, subagents and their tool executions.',
  events: 'The events of all sessions, newest first.',
  transcripts: 'Conversations as the tools wrote them, page by page.',
  search: 'Full-text search in conversations.',
  hooks: 'Where the hooks of the agents are posted.',
  insights: 'Usage, cost and how agents work together, summed over sessions.',
  quota: 'What the status line of Claude Code reports about usage limits.',
  pricing: 'Pricing rules and the cost that follows from them.',
  alerts: 'Alert rules and the alerts they raised.',
  webhooks: 'Targets that alerts are delivered to.',
  push: 'Browsers that receive notifications.',
  'remote sources': 'Other machines whose transcripts are read over SSH.',
  import: 'Import of transcripts from folders and uploads.',
  settings: 'Hooks, storage, export, import of bundles, cleanup.',
  updates: 'Whether a newer version is available.',
} as const

export type Tag = keyof typeof TAGS
