import type { WebSocket } from 'ws'

/** Milliseconds for the closing handshake: a client that does not read never completes it. */
const GOODBYE_MS = 2000

/** Closes a socket, whether or not its client answers. */
export const dismiss = (socket: WebSocket, code: number, reason: string): void => {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
}
