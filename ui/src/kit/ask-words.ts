import type { Session } from '../api/types.js'

const COMMAND_TOOLS = new Set(['Bash', 'shell', 'exec_command'])

/** What a waiting session wants, in words: `Wants to run a command`, `Wants to use Edit`, `Asks a question`. */
export function askWords(headline: Session['headline']): string {
  if (headline?.kind === 'question') return 'Asks a question'
  if (headline?.kind !== 'permission') return 'Waiting for you'
  if (headline.tool === null) return 'Asks for permission'
  return COMMAND_TOOLS.has(headline.tool) ? 'Wants to run a command' : `Wants to use ${headline.tool}`
}
