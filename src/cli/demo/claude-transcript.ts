import { type Instant, iso } from '../../domain/time.js'
import type { Random } from './random.js'
import type { Story } from './story.js'
import type { TranscriptWriter, Usage } from './transcript-writer.js'

interface Options {
  readonly session: string
  readonly story: Story
  readonly random: Random
  /** The subagent of the conversation; null for the main one. */
  readonly agent: string | null
}

const folderOf = (cwd: string): string => cwd.replace(/[^a-zA-Z0-9]/g, '-')

/**
 * Returns a writer of transcripts in the format of Claude Code 2.1: each line names its parent, and the lines of a reply repeat
 * its id and usage.
 */
export const claudeTranscript = ({ session, story, random, agent }: Options): TranscriptWriter => {
  let parentUuid: string | null = null
  const { cwd } = story.project
  const project = `projects/${folderOf(cwd)}`
  const line = (at: Instant, fields: object): string => {
    const uuid = random.uuid()
    const text = JSON.stringify({
      parentUuid,
      isSidechain: agent !== null,
      ...(agent === null ? {} : { agentId: agent }),
      userType: 'external',
      cwd,
      sessionId: session,
      version: '2.1.329',
      gitBranch: story.branch,
      ...fields,
      uuid,
      timestamp: iso(at),
    })
    parentUuid = uuid
    return text
  }
  const reply = (at: Instant, block: object, { input, output, cacheRead, cacheWrite }: Usage, stop: string): string =>
    line(at, {
      type: 'assistant',
      requestId: `req_${random.hex(24)}`,
      message: {
        id: `msg_${random.hex(24)}`,
        type: 'message',
        role: 'assistant',
        model: story.model,
        content: [block],
        stop_reason: stop,
        stop_sequence: null,
        usage: {
          input_tokens: input,
          output_tokens: output,
          cache_read_input_tokens: cacheRead,
          cache_creation_input_tokens: cacheWrite,
          cache_creation: { ephemeral_5m_input_tokens: cacheWrite, ephemeral_1h_input_tokens: 0 },
          service_tier: 'standard',
        },
      },
    })
  return {
    path: agent === null ? `${project}/${session}.jsonl` : `${project}/${session}/subagents/agent-${agent}.jsonl`,
    start: () => [],
    prompt: (at, text) => [
      line(at, { type: 'user', promptId: random.uuid(), message: { role: 'user', content: text } }),
    ],
    say: (at, text, usage, isLast) => [reply(at, { type: 'text', text }, usage, isLast ? 'end_turn' : 'tool_use')],
    call: (at, id, { tool, input }, usage) => [
      reply(at, { type: 'tool_use', id, name: tool, input }, usage, 'tool_use'),
    ],
    result: (at, id, { output, failed, agent: started }) => [
      line(at, {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: id, content: output, is_error: failed }],
        },
        toolUseResult: started === undefined ? { stdout: output } : { agentId: started, status: 'completed' },
      }),
    ],
    compacted: (at, preTokens) => [
      line(at, {
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        compactMetadata: { trigger: 'auto', preTokens },
      }),
    ],
    apiError: (at, text) => [
      line(at, {
        type: 'assistant',
        isApiErrorMessage: true,
        message: {
          id: random.uuid(),
          role: 'assistant',
          model: '<synthetic>',
          stop_reason: 'stop_sequence',
          content: [{ type: 'text', text }],
        },
      }),
    ],
    endTurn: (at, startedAt) => [line(at, { type: 'system', subtype: 'turn_duration', durationMs: at - startedAt })],
    title: (_at, title) => [JSON.stringify({ type: 'ai-title', aiTitle: title, sessionId: session })],
  }
}
