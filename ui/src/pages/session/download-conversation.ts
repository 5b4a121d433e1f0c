import { fetchConversation } from '../../api/call.js'
import type { Session } from '../../api/types.js'
import { saveBlob } from '../../figures/save.js'
import { titleOf } from '../../kit/session-label.js'

const fileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'conversation'

/**
 * Saves a conversation as a Markdown file.
 * @param agent the subagent whose conversation it is; undefined for the main agent
 */
export const downloadConversation = async (
  session: Pick<Session, 'id' | 'name'>,
  agent: string | undefined,
  toolOutput: boolean,
): Promise<void> => saveBlob(`${fileName(titleOf(session))}.md`, await fetchConversation(session.id, agent, toolOutput))
