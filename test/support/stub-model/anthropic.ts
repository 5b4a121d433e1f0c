import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { type Asked, eventStream, newId, sendJson } from './reply.js'
import { callsOf, type Step, type Turn } from './script.js'

interface Block {
  readonly type?: string
  readonly text?: string
}

/** The parts of a Messages API request that decide the answer. */
export interface MessagesRequest {
  readonly model: string
  readonly stream?: boolean
  readonly tools?: readonly unknown[]
  readonly messages?: readonly { readonly role: 'user' | 'assistant'; readonly content: string | readonly Block[] }[]
}

const defaultUsage = {
  input_tokens: 12,
  output_tokens: 34,
  cache_read_input_tokens: 5600,
  cache_creation_input_tokens: 780,
  cache_creation: { ephemeral_5m_input_tokens: 780, ephemeral_1h_input_tokens: 0 },
  service_tier: 'standard',
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

const textOf = (content: string | readonly Block[]): string =>
  typeof content === 'string' ? content : content.map((block) => block.text ?? '').join('\n')

export const turnsOf = (request: MessagesRequest): readonly Turn[] =>
  (request.messages ?? []).map(({ role, content }) => ({ role, text: textOf(content) }))

const wantsSummary = /create a detailed summary of (the|this) conversation|detailed summary of the conversation so far/i

/** Side requests have no tools and quote the user's prompt; they must not consume its script. */
export const purposeOf = (request: MessagesRequest, turns: readonly Turn[]): Asked['purpose'] => {
  if (wantsSummary.test(turns.findLast((turn) => turn.role === 'user')?.text ?? '')) return 'summary'
  return (request.tools?.length ?? 0) === 0 ? 'side' : 'reply'
}

const blocksOf = (step: Step): Record<string, unknown>[] => [
  ...(step.thinking === undefined ? [] : [{ type: 'thinking', thinking: step.thinking, signature: 'c3R1Yg==' }]),
  ...(step.text === undefined ? [] : [{ type: 'text', text: step.text }]),
  ...callsOf(step).map(({ tool, input = {} }) => ({ type: 'tool_use', id: newId('toolu'), name: tool, input })),
]

/** Returns the start of a content block and its deltas. */
const streamed = (block: Record<string, unknown>): [start: object, deltas: object[]] => {
  if (block['type'] === 'text') {
    return [{ ...block, text: '' }, [{ type: 'text_delta', text: block['text'] }]]
  }
  if (block['type'] === 'thinking') {
    const { thinking, signature } = block
    return [
      { ...block, thinking: '', signature: '' },
      [
        { type: 'thinking_delta', thinking },
        { type: 'signature_delta', signature },
      ],
    ]
  }
  return [{ ...block, input: {} }, [{ type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }]]
}

/** Responds like the Messages API; returns the reported usage. */
export const answerMessages = (request: MessagesRequest, step: Step, response: ServerResponse): Asked['usage'] => {
  if (step.error !== undefined) {
    const error = { type: errorTypes[step.error] ?? 'api_error', message: 'scripted error' }
    sendJson(response, step.error, { type: 'error', error }, { 'retry-after': '1' })
    return null
  }
  const usage = { ...defaultUsage, ...step.usage }
  const content = blocksOf(step)
  const stop_reason = callsOf(step).length > 0 ? 'tool_use' : 'end_turn'
  const head = { id: newId('msg'), type: 'message', role: 'assistant', model: request.model, stop_sequence: null }
  if (request.stream !== true) {
    sendJson(response, 200, { ...head, content, stop_reason, usage }, { 'request-id': newId('req') })
    return usage
  }
  const send = eventStream(response)
  // Like the real API: the first usage has a placeholder for the output tokens, the last one the real count.
  const opening = { ...head, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
  send('message_start', { message: opening })
  for (const [index, block] of content.entries()) {
    const [content_block, deltas] = streamed(block)
    send('content_block_start', { index, content_block })
    for (const delta of deltas) send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage })
  send('message_stop', {})
  response.end()
  return usage
}

export const sessionOf = (headers: IncomingHttpHeaders): string | null => {
  const session = headers['x-claude-code-session-id']
  return typeof session === 'string' ? session : null
}
