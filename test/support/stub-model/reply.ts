import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/** One request that the stub model answered; tests compare the service's figures with it. */
export interface Asked {
  readonly api: 'anthropic' | 'openai'
  readonly model: string
  /** A reply in the conversation, a summary for `/compact`, or a side request (a title) that no transcript contains. */
  readonly purpose: 'reply' | 'summary' | 'side'
  /** The session id, which Claude Code sends and Codex does not. */
  readonly session: string | null
  /** What it authenticated with. */
  readonly authorization: string | null
  /** The request as JSON, which contains all that the agent sent. */
  readonly sent: string
  /** The usage that the answer reported; null when the answer was an error. */
  readonly usage: Readonly<Record<string, unknown>> | null
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export const sendJson = (response: ServerResponse, status: number, body: object, headers: object = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Starts a stream of server-sent events. In both APIs the event name equals the `type` field. */
export const eventStream = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': newId('req') })
  return (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  }
}
