import type { ServerResponse } from 'node:http'
import { type Asked, eventStream, newId, sendJson } from './reply.js'
import { callsOf, type Step, type Turn } from './script.js'

/** The parts of a Responses API request that decide the answer. */
export interface ResponsesRequest {
  readonly model: string
  readonly input?: readonly {
    readonly type?: string
    readonly role?: string
    readonly content?: readonly { readonly text?: string }[]
  }[]
}

const defaultUsage = {
  input_tokens: 1200,
  input_tokens_details: { cached_tokens: 1000 },
  output_tokens: 40,
  output_tokens_details: { reasoning_tokens: 8 },
  total_tokens: 1240,
}

/** A tool's output follows the reply that called it and counts as that reply, because such replies have no message. */
export const turnsOf = (request: ResponsesRequest): readonly Turn[] =>
  (request.input ?? []).flatMap((item): Turn[] => {
    if (item.type === 'message' && item.role === 'user') {
      return [{ role: 'user', text: (item.content ?? []).map((part) => part.text ?? '').join('\n') }]
    }
    const isReply = (item.type === 'message' && item.role === 'assistant') || item.type?.endsWith('_call_output')
    return isReply === true ? [{ role: 'assistant', text: '' }] : []
  })

const itemsOf = (step: Step): object[] => [
  ...(step.text === undefined
    ? []
    : [
        {
          type: 'message',
          role: 'assistant',
          id: newId('msg'),
          status: 'completed',
          content: [{ type: 'output_text', text: step.text, annotations: [] }],
        },
      ]),
  ...callsOf(step).map(({ tool, input = {} }) => ({
    type: 'function_call',
    id: newId('fc'),
    call_id: newId('call'),
    name: tool,
    arguments: JSON.stringify(input),
    status: 'completed',
  })),
]

/** Responds like the Responses API; returns the reported usage. */
export const answerResponses = (request: ResponsesRequest, step: Step, response: ServerResponse): Asked['usage'] => {
  if (step.error !== undefined) {
    sendJson(response, step.error, { error: { message: 'scripted error', type: 'server_error' } })
    return null
  }
  const usage = { ...defaultUsage, ...step.usage }
  const head = { id: newId('resp'), object: 'response', model: request.model }
  const output = itemsOf(step)
  const send = eventStream(response)
  send('response.created', { response: { ...head, status: 'in_progress', output: [] } })
  for (const [output_index, item] of output.entries()) {
    send('response.output_item.added', { output_index, item })
    send('response.output_item.done', { output_index, item })
  }
  send('response.completed', { response: { ...head, status: 'completed', output, usage } })
  response.end()
  return usage
}
