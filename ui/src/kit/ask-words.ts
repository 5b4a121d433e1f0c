import type { Session } from '../api/types.js'
import { t } from '../i18n/i18n.js'
import { serverTool } from './server-tool.js'

const COMMAND_TOOLS = new Set(['Bash', 'shell', 'exec_command'])

/** What a waiting session wants, in words: `Wants to run a command`, `Wants to use Edit`, `Asks a question`. */
export function askWords(headline: Session['headline']): string {
  if (headline?.kind === 'question') return t('ask.question')
  if (headline?.kind !== 'permission') return t('situation.needs_you')
  if (headline.tool === null) return t('ask.permission')
  const { tool } = headline
  return COMMAND_TOOLS.has(tool) ? t('ask.command') : t('ask.tool', { tool: serverTool(tool)?.tool ?? tool })
}
