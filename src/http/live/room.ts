import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { SocketData, SocketType } from '../contract/socket.js'
import type { Listener } from './audience.js'
import { Connection } from './connection.js'
import { Replay, serialize, type Unnumbered } from './replay.js'
import type { StreamFeed } from './stream-feed.js'

/** How long messages are kept after the last client disconnected. */
const KEEP_MS = 120_000

/**
 * The connections of users who may see the same rows. They share the numbers and the replay of their messages, so the numbers have
 * no gaps that would show what others receive.
 */
export class Room {
  readonly #connections = new Set<Connection>()
  readonly #replay: Replay
  #wantedUntil = 0

  constructor(
    readonly listener: Listener,
    private readonly now: () => number,
    private readonly streams: StreamFeed,
    private readonly epoch: string,
  ) {
    this.#replay = new Replay(now())
  }

  get connections(): ReadonlySet<Connection> {
    return this.#connections
  }

  /** Whether messages are worth building: a client is connected, or disconnected recently and may return. */
  get isWanted(): boolean {
    return this.#connections.size > 0 || this.now() < this.#wantedUntil
  }

  /** Adds a client and sends what it missed after message `since`; null for a client that has read nothing yet. */
  join(socket: WebSocket, raw: Duplex, since: number | null): void {
    const connection = new Connection(socket, raw, {
      pong: () => this.#toOne('pong', {}),
      caughtUp: () => this.#toOne('resync', { reason: 'slow_client' }),
      closed: () => {
        this.#connections.delete(connection)
        leave()
        this.#wantedUntil = this.now() + KEEP_MS
      },
    })
    let leave = (): void => undefined
    this.#connections.add(connection)
    const missed = since === null ? [] : this.#replay.since(since)
    const hello = { seq: this.#replay.seq, resumed: since !== null && missed !== null, epoch: this.epoch }
    connection.send(this.#toOne('hello', hello))
    for (const message of missed ?? [this.#toOne('resync', { reason: 'too_old' })]) connection.send(message)
    const { isReady, onceReady } = connection
    const send = (message: Unnumbered): void => connection.send(this.#replay.withCurrentSeq(message))
    leave = this.streams.join(this.listener, { isReady, onceReady, send })
  }

  send(message: Unnumbered): void {
    const text = this.#replay.add(message)
    for (const connection of this.#connections) connection.send(text)
  }

  /** Drops the replay buffer after a change that was not announced: clients that reconnect must re-read. */
  forget(): void {
    this.#replay.clear()
  }

  #toOne<T extends SocketType>(type: T, data: SocketData[T]): string {
    return this.#replay.withCurrentSeq(serialize(type, data, this.now()))
  }
}
