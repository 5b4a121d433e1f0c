import { WebSocket } from 'ws'
import type { SocketMessage } from '../../../src/http/contract/socket.js'
import { until } from '../agents/until.js'

/** A WebSocket client that records its messages. */
export interface Listener {
  readonly socket: WebSocket
  readonly messages: readonly SocketMessage[]
  readonly of: <T extends SocketMessage['type']>(type: T) => Extract<SocketMessage, { type: T }>[]
  readonly seq: () => number
  readonly close: () => Promise<void>
}

/** Connects to the service at `url` and waits for its greeting. */
export const listenTo = async (
  url: string,
  query = '',
  autoPong = true,
  headers: Readonly<Record<string, string>> = {},
): Promise<Listener> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws${query}`, { autoPong, headers })
  const messages: SocketMessage[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as SocketMessage))
  await until('the greeting', () => messages.some(({ type }) => type === 'hello'))
  return {
    socket,
    messages,
    of: (type) => messages.filter((message) => message.type === type) as never,
    seq: () => messages.at(-1)?.seq ?? 0,
    close: () =>
      new Promise((resolve) => {
        if (socket.readyState === WebSocket.CLOSED) return resolve()
        socket.on('close', () => resolve())
        socket.terminate()
        return undefined
      }),
  }
}
