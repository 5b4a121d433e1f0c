import type { WebSocket } from 'ws'

const PING_MS = 30_000

/**
 * Disconnects clients that left without closing the connection, such as a laptop that sleeps: each has to answer a ping before
 * the next one.
 */
export class Heartbeat {
  readonly #hasAnswered = new Map<WebSocket, boolean>()
  readonly #pings: NodeJS.Timeout

  constructor(pingMs: number = PING_MS) {
    this.#pings = setInterval(() => this.#ping(), pingMs)
    this.#pings.unref()
  }

  add(socket: WebSocket): void {
    this.#hasAnswered.set(socket, true)
    socket.on('pong', () => this.#hasAnswered.set(socket, true))
    socket.on('close', () => this.#hasAnswered.delete(socket))
  }

  close(): void {
    clearInterval(this.#pings)
  }

  #ping(): void {
    for (const [socket, hasAnswered] of this.#hasAnswered) {
      if (!hasAnswered) socket.terminate()
      this.#hasAnswered.set(socket, false)
      socket.ping()
    }
  }
}
