import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/** One request a stubbed model answered: the truth that tests compare the service's figures with. */
export interface Asked {
  readonly api: 'anthropic' | 'openai'
  readonly model: string
  /** A reply of the conversation, a summary for `/compact`, or a request on the side (a title) that no transcript shows. */
  readonly purpose: 'reply' | 'summary' | 'side'
  /** Claude Code names its session; Codex does not. */
  readonly session: string | null
  /** The usage that the answer reported; null when the answer was an error. */
  readonly usage: Readonly<Record<string, unknown>> | null
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export const sendJson = (response: ServerResponse, status: number, body: object, headers: object = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Begins a stream of server-sent events; each is named and typed alike in both APIs. */
export const eventStream = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': newId('req') })
  return (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  }
}
