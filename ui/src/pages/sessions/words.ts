/** How the page calls the states and the tools of sessions. */
export const STATUS_WORDS: Readonly<Record<string, string>> = {
  active: 'Open',
  completed: 'Done',
  error: 'Failed',
  abandoned: 'Abandoned',
}
export const PROVIDER_WORDS: Readonly<Record<string, string>> = { claude: 'Claude Code', codex: 'Codex' }
