import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { reject, type Rejection } from '../domain/rejection.js'
import { hostGuard } from './guards/host.js'
import { originGuard } from './guards/origin.js'
import { tokenGuard } from './guards/token.js'
import type { SocketData, SocketType } from './contract/socket.js'
import { Replay } from './replay.js'

const PING_MS = 30_000
const MAX_INBOUND = 64 * 1024
/** Bytes. A slow client with more pending gets no messages until it has read them, and is then asked to re-read everything. */
const SLOW_BYTES = 1024 * 1024
/** Bytes. A client with more pending and withheld data is disconnected. */
const CLOSE_BYTES = 16 * 1024 * 1024
/** Milliseconds for the closing handshake: a client that does not read never completes it. */
const GOODBYE_MS = 2000
/** The text that a page sends to check the connection. */
const PING = 'ping'
const GOING_AWAY = 1001
const TRY_AGAIN_LATER = 1013

export interface SocketOptions {
  readonly allowedHosts: readonly string[]
  readonly token: string | null
  readonly now: () => number
  readonly pingMs?: number
}

interface Client {
  readonly socket: WebSocket
  /** The underlying connection. Corking it sends a batch of messages as one write. */
  readonly raw: Duplex
  /** Total length of messages withheld because the client does not read; null while it does. */
  withheld: number | null
  alive: boolean
}

/** The socket `/ws`: one message per changed row, after its commit, to every client that reads fast enough. */
export class LiveSocket {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_INBOUND, perMessageDeflate: false })
  readonly #clients = new Set<Client>()
  readonly #replay: Replay
  readonly #pings: NodeJS.Timeout
  readonly #guard: (request: IncomingMessage) => Rejection | null
  #wantedUntil = 0

  constructor(private readonly options: SocketOptions) {
    this.#replay = new Replay(options.now())
    this.#guard = upgradeGuard(options)
    this.#pings = setInterval(() => this.#ping(), options.pingMs ?? PING_MS)
    this.#pings.unref()
  }

  get connections(): number {
    return this.#clients.size
  }

  /** Whether messages are worth building: a client is connected, or disconnected recently and may return. */
  get isWanted(): boolean {
    return this.#clients.size > 0 || this.options.now() < this.#wantedUntil
  }

  /** Handles an upgrade request of the HTTP server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refused = this.#guard(request)
    if (refused !== null) return refuse(socket, refused)
    this.#server.handleUpgrade(request, socket, head, (client) => this.#join(client, socket, sinceOf(request)))
    return undefined
  }

  send<T extends SocketType>(type: T, data: SocketData[T]): void {
    const message = this.#replay.add(type, data, this.options.now())
    for (const client of this.#clients) this.#deliver(client, message)
  }

  /** Combines the messages that `work` sends into one write per client. */
  together(work: () => void): void {
    const clients = [...this.#clients]
    for (const { raw } of clients) raw.cork()
    try {
      work()
    } finally {
      for (const { raw } of clients) raw.uncork()
    }
  }

  /** Drops the replay buffer after a period without announcements: clients that reconnect must re-read. */
  forget(): void {
    this.#replay.clear()
  }

  close(): void {
    clearInterval(this.#pings)
    for (const { socket } of this.#clients) dismiss(socket, GOING_AWAY, 'the service is stopping')
    this.#server.close()
  }

  #join(socket: WebSocket, raw: Duplex, since: number | null): void {
    const client: Client = { socket, raw, withheld: null, alive: true }
    this.#clients.add(client)
    socket.on('pong', () => {
      client.alive = true
    })
    socket.on('message', (data: Buffer) => {
      if (data.toString() === PING && client.withheld === null && !isBehind(client)) {
        socket.send(this.#replay.unnumbered('pong', {}, this.options.now()))
      }
    })
    // A socket error is followed by `close`. Without a listener it would crash the process.
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      this.#clients.delete(client)
      this.#wantedUntil = this.options.now() + Replay.KEEP_MS
    })
    const missed = since === null ? [] : this.#replay.since(since)
    const hello = { seq: this.#replay.seq, resumed: since !== null && missed !== null }
    socket.send(this.#replay.unnumbered('hello', hello, this.options.now()))
    if (missed === null) {
      socket.send(this.#replay.unnumbered('resync', { reason: 'too_old' }, this.options.now()))
    } else for (const message of missed) this.#deliver(client, message)
  }

  #deliver(client: Client, message: string): void {
    const { socket } = client
    if (client.withheld === null && !isBehind(client)) return socket.send(message)
    if (client.withheld === null) this.#withholdUntilRead(client)
    client.withheld = (client.withheld ?? 0) + message.length
    if (socket.bufferedAmount + client.withheld < CLOSE_BYTES) return undefined
    this.#clients.delete(client)
    return dismiss(socket, TRY_AGAIN_LATER, 'too slow')
  }

  #withholdUntilRead(client: Client): void {
    client.raw.once('drain', () => {
      client.withheld = null
      client.socket.send(this.#replay.unnumbered('resync', { reason: 'slow_client' }, this.options.now()))
    })
  }

  #ping(): void {
    for (const client of this.#clients) {
      if (!client.alive) client.socket.terminate()
      client.alive = false
      client.socket.ping()
    }
  }
}

const dismiss = (socket: WebSocket, code: number, reason: string): void => {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
}

/** Whether a client has too much unread data. Data that only waits for the end of a batch is flushed first. */
const isBehind = ({ socket, raw }: Client): boolean => {
  if (socket.bufferedAmount <= SLOW_BYTES) return false
  if (raw.writableCorked > 0) {
    raw.uncork()
    raw.cork()
  }
  return socket.bufferedAmount > SLOW_BYTES
}

const urlOf = (request: IncomingMessage): URL | null => {
  try {
    return new URL(request.url ?? '/', 'http://localhost')
  } catch {
    return null
  }
}

/** Returns the number to resume from; -1 for an invalid one, which makes the client re-read. */
const sinceOf = (request: IncomingMessage): number | null => {
  const since = urlOf(request)?.searchParams.get('since')
  if (!since) return null
  return /^\d{1,16}$/.test(since) ? Number(since) : -1
}

const first = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0]

// Browsers apply no cross-origin rules to sockets, so the upgrade request is checked.
const upgradeGuard = ({ allowedHosts, token }: SocketOptions) => {
  const host = hostGuard(allowedHosts)
  const origin = originGuard(allowedHosts)
  const tokens = tokenGuard(token)
  return (request: IncomingMessage): Rejection | null => {
    const { headers } = request
    const url = urlOf(request)
    return (
      host(headers.host) ??
      (url?.pathname === '/ws' ? null : reject('ENOTFOUND', 'not found: the WebSocket is at /ws')) ??
      tokens({
        authorization: headers.authorization,
        header: first(headers['x-dashboard-token']),
        query: url?.searchParams.get('token') ?? undefined,
      }) ??
      origin(headers.origin, headers.host)
    )
  }
}

const refuse = (socket: Duplex, { status, code, message }: Rejection): void => {
  const body = JSON.stringify({ error: { code, message } })
  socket.end(
    `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
