import { WebSocketServer } from 'ws'
import type { Visibility } from '../../domain/access/visibility.js'
import { Heartbeat } from './heartbeat.js'
import type { SocketData, SocketType } from '../contract/socket.js'
import { serialize } from './replay.js'
import { type Announcement, Rooms } from './rooms.js'
import { StreamFeed } from './stream-feed.js'
import type { Upgrade } from './upgrade.js'

const MAX_INBOUND = 64 * 1024

export interface SocketOptions {
  readonly now: () => number
  /** Returns seconds. */
  readonly monotonic: () => number
  readonly pingMs?: number
}

/** The socket `/ws`: one message per changed row, after its commit, to every client that may see it and reads fast enough. */
export class LiveSocket {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_INBOUND, perMessageDeflate: false })
  readonly #rooms: Rooms
  readonly #heartbeat: Heartbeat

  readonly #now: () => number
  /** The messages of jobs, which are not dropped like those about rows. */
  readonly streams: StreamFeed

  constructor({ now, monotonic, pingMs }: SocketOptions) {
    this.#now = now
    this.streams = new StreamFeed(monotonic)
    this.#rooms = new Rooms(now, this.streams)
    this.#heartbeat = new Heartbeat(pingMs)
  }

  get connections(): number {
    return this.#rooms.connections.length
  }

  readonly connectionsWith = (visibility: Visibility): number => this.#rooms.connectionsWith(visibility)

  /** Lets a client join. */
  readonly accept = ({ request, raw, head, url, caller, rights }: Upgrade): void => {
    this.#server.handleUpgrade(request, raw, head, (socket) => {
      rights.add(socket, caller)
      this.#heartbeat.add(socket)
      const { own, reads, principal } = caller
      const visibility = url.searchParams.get('scope') === 'own' ? own : reads
      const isAdmin = principal.role === 'admin' && principal.kind !== 'pane'
      this.#rooms.of({ visibility, rights: reads, isAdmin }).join(socket, raw, sinceOf(url))
    })
  }

  /** Sends the messages of an announcement. It is not run if nobody would receive them. */
  announce(announcement: Announcement): void {
    this.#rooms.announce(announcement)
  }

  /** Adds a message to the stream of a job. */
  readonly append = <T extends SocketType>(job: string, type: T, data: SocketData[T]): void =>
    this.streams.append(job, serialize(type, data, this.#now()))

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
