import type { SessionStatus } from '../../api/types.js'
import { t } from '../../i18n/i18n.js'

const STATUSES: readonly SessionStatus[] = ['active', 'completed', 'error', 'abandoned']
const PROVIDERS: Readonly<Record<string, string>> = { claude: 'Claude Code', codex: 'Codex' }

/** How the page calls a state of sessions; one that it does not know keeps its name. */
export function statusWords(value: string): string {
  const status = STATUSES.find((known) => known === value)
  return status === undefined ? value : t(`status.${status}`)
}

/** How the page calls the program that a session runs in. */
export const providerWords = (value: string): string => PROVIDERS[value] ?? value
