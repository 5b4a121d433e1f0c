import { WebSocketServer } from 'ws'
import { Heartbeat } from './heartbeat.js'
import { type Announcement, Rooms } from './rooms.js'
import type { Upgrade } from './upgrade.js'

const MAX_INBOUND = 64 * 1024

export interface SocketOptions {
  readonly now: () => number
  readonly pingMs?: number
}

/** The socket `/ws`: one message per changed row, after its commit, to every client that may see it and reads fast enough. */
export class LiveSocket {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_INBOUND, perMessageDeflate: false })
  readonly #rooms: Rooms
  readonly #heartbeat: Heartbeat

  constructor({ now, pingMs }: SocketOptions) {
    this.#rooms = new Rooms(now)
    this.#heartbeat = new Heartbeat(pingMs)
  }

  get connections(): number {
    return this.#rooms.connections.length
  }

  /** Lets a client join. */
  readonly accept = ({ request, raw, head, url, caller }: Upgrade): void => {
    this.#server.handleUpgrade(request, raw, head, (socket) => {
      this.#heartbeat.add(socket)
      this.#rooms.of(caller.visibility).join(socket, raw, sinceOf(url))
    })
  }

  /** Sends the messages of an announcement. It is not run if nobody would receive them. */
  announce(announcement: Announcement): void {
    this.#rooms.announce(announcement)
  }

  /** Makes clients that reconnect re-read everything. */
  forget(): void {
    this.#rooms.forget()
  }

  close(): void {
    this.#heartbeat.close()
    for (const connection of this.#rooms.connections) connection.close()
    this.#server.close()
  }
}

/** Returns the number to resume from; -1 for an invalid one, which makes the client re-read. */
const sinceOf = ({ searchParams }: URL): number | null => {
  const since = searchParams.get('since')
  if (!since) return null
  return /^\d{1,16}$/.test(since) ? Number(since) : -1
}
