import { WebSocket } from 'ws'
import type { TerminalMessage } from '../../../src/http/contract/lane/terminal-socket.js'
import { until } from '../agents/until.js'

/** A client of the terminal socket. It acknowledges nothing. */
export interface TerminalClient {
  readonly socket: WebSocket
  readonly seen: {
    /** What it was sent, one character for each byte. */
    output: string
    readonly messages: TerminalMessage[]
    code: number | undefined
  }
  /** Waits for the first message of a type. */
  readonly of: <T extends TerminalMessage['type']>(type: T) => Promise<Extract<TerminalMessage, { type: T }>>
  readonly closed: () => Promise<number>
  /** Waits until the output contains this text. */
  readonly shows: (text: string) => Promise<unknown>
  readonly type: (text: string) => void
}

/** Connects to the terminal socket of a service. */
export const openTerminalSocket = (
  url: string,
  query: string,
  headers: Readonly<Record<string, string>> = {},
): TerminalClient => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/terminal?${query}`, { headers })
  const seen: TerminalClient['seen'] = { output: '', messages: [], code: undefined }
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) seen.output += data.toString('latin1')
    else seen.messages.push(JSON.parse(data.toString()) as TerminalMessage)
  })
  socket.on('close', (code) => (seen.code = code))
  return {
    socket,
    seen,
    of: (type) => until(type, () => seen.messages.find((message) => message.type === type) as never),
    closed: () => until('the close', () => seen.code),
    shows: (text) => until(`"${text}"`, () => seen.output.includes(Buffer.from(text).toString('latin1'))),
    type: (text) => socket.send(Buffer.from(text)),
  }
}
