import type { Visibility } from '../../../domain/access/visibility.js'
import { MarkdownWriter } from '../../../domain/transcript/view/markdown.js'
import type { Services } from '../../services.js'

/** A conversation of a session: its id, its stream, and the agent, null for the main one. */
interface Asked {
  readonly sessionId: string
  readonly stream: number
  readonly agent: string | null
}

const PAGE = 200
// In the API, 0 means no line.
const lineIn = (line: number): number | null => (line === 0 ? null : line)

/**
 * Reads conversations from transcripts. Where none is readable (it was deleted, is on another machine, or was never written), the
 * conversation is made from the hooks of the session, which lack thoughts and the text between calls.
 */
export const conversationReader = ({ conversations, side }: Pick<Services, 'conversations' | 'side'>) => {
  const hasTranscript = async ({ sessionId, agent }: Asked): Promise<boolean> =>
    (await conversations.page({ sessionId, agent, run: null, limit: 1, after: 0, before: 0 })).total > 0

  async function* hookMarkdown(visibility: Visibility, { stream, agent }: Asked, toolOutput: boolean) {
    const writer = new MarkdownWriter({ toolOutput })
    for (let after = 0, hasMore = true; hasMore; ) {
      const page = await side.hookPage(visibility, stream, { agent, limit: PAGE, after, before: null })
      yield page.messages.map((message) => writer.message(message)).join('')
      after = page.last_line
      hasMore = page.has_more
    }
  }

  return {
    async page(
      visibility: Visibility,
      { stream, ...asked }: Asked & { run: string | null; limit: number; after: number; before: number },
    ) {
      const page = await conversations.page(asked)
      // Hooks do not name the workflow run of an agent.
      if (page.total > 0 || asked.run !== null) return { ...page, from_hooks: false }
      const { agent, limit, after, before } = asked
      const found = await side.hookPage(visibility, stream, {
        agent,
        limit,
        after: lineIn(after),
        before: lineIn(before),
      })
      return { ...found, from_hooks: found.total > 0 }
    },
    async line(visibility: Visibility, asked: Asked, line: number) {
      const found = await conversations.line({ ...asked, line })
      if (found !== null || (await hasTranscript(asked))) return found
      return side.hookLine(visibility, asked.stream, line)
    },
    async find(visibility: Visibility, asked: Asked, words: string) {
      if (await hasTranscript(asked)) return conversations.find({ ...asked, words })
      return side.hookFind(visibility, asked.stream, { agent: asked.agent, words })
    },
    async *markdown(visibility: Visibility, asked: Asked, toolOutput: boolean): AsyncGenerator<string> {
      if (await hasTranscript(asked)) yield* conversations.markdown({ ...asked, toolOutput })
      else yield* hookMarkdown(visibility, asked, toolOutput)
    },
  }
}
