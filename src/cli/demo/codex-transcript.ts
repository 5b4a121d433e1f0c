import { type Instant, iso } from '../../domain/time.js'
import type { Random } from './random.js'
import type { Story } from './story.js'
import type { TranscriptWriter, Usage } from './transcript-writer.js'

interface Options {
  readonly session: string
  readonly story: Story
  readonly startedAt: Instant
  readonly random: Random
}

/** Returns the name of a tool in rollouts, which differs from its name in hooks. */
const shellOf = (tool: string): string => (tool === 'Bash' ? 'exec_command' : tool)

/** Returns a writer of rollouts in Codex's format: token counts are running totals, and each message is an item. */
export const codexTranscript = ({ session, story, startedAt, random }: Options): TranscriptWriter => {
  const stamp = iso(startedAt)
  const total = { input_tokens: 0, cached_input_tokens: 0, output_tokens: 0, total_tokens: 0 }
  let turn = ''
  const line = (at: Instant, type: string, payload: object): string =>
    JSON.stringify({ timestamp: iso(at), type, payload })
  const message = (at: Instant, role: 'user' | 'assistant', text: string): string =>
    line(at, 'response_item', {
      type: 'message',
      role,
      content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
    })
  const count = (at: Instant, { input, output, cacheRead, cacheWrite }: Usage): string => {
    const read = input + cacheRead + cacheWrite
    total.input_tokens += read
    total.cached_input_tokens += cacheRead
    total.output_tokens += output
    total.total_tokens += read + output
    return line(at, 'event_msg', { type: 'token_count', info: { total_token_usage: { ...total } } })
  }
  return {
    path: `sessions/${stamp.slice(0, 10).replaceAll('-', '/')}/rollout-${stamp.slice(0, 19).replaceAll(':', '-')}-${session}.jsonl`,
    start: (at) => [
      line(at, 'session_meta', {
        id: session,
        timestamp: stamp,
        cwd: story.project.cwd,
        originator: 'codex_cli_rs',
        cli_version: '0.169.0',
        git: { branch: story.branch },
      }),
      line(at, 'turn_context', { cwd: story.project.cwd, model: story.model }),
    ],
    prompt: (at, text) => {
      turn = random.uuid()
      return [line(at, 'event_msg', { type: 'task_started', turn_id: turn }), message(at, 'user', text)]
    },
    say: (at, text, usage) => [message(at, 'assistant', text), count(at, usage)],
    call: (at, id, { tool, input }, usage) => {
      const { command, ...rest } = input
      const given = command === undefined ? rest : { cmd: command }
      const item = { type: 'function_call', name: shellOf(tool), arguments: JSON.stringify(given), call_id: id }
      return [line(at, 'response_item', item), count(at, usage)]
    },
    result: (at, id, { output, failed }) => [
      line(at, 'response_item', {
        type: 'function_call_output',
        call_id: id,
        output: `Process exited with code ${failed ? 1 : 0}\n${output}`,
      }),
    ],
    compacted: (at) => [line(at, 'compacted', { message: '' })],
    apiError: (at, error) => [line(at, 'event_msg', { type: 'error', message: error })],
    endTurn: (at, _startedAt, reply) => [
      line(at, 'event_msg', { type: 'task_complete', turn_id: turn, last_agent_message: reply }),
    ],
    title: (at, title) => [line(at, 'event_msg', { type: 'thread_name_updated', thread_name: title })],
  }
}
