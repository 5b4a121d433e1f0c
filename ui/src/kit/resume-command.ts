import type { Session } from '../api/types.js'

const RESUME = { claude: 'claude --resume', codex: 'codex resume' } as const

/** Returns the command that continues a session in a terminal. */
export const resumeCommand = ({ id, provider }: Pick<Session, 'id' | 'provider'>): string => `${RESUME[provider]} ${id}`
