import * as Cause from 'effect/Cause'
import * as Effect from 'effect/Effect'
import * as Either from 'effect/Either'
import * as Exit from 'effect/Exit'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Machine } from '../../commands/ports/machine.js'
import type { StaffWatch } from '../../commands/users/watch.js'
import type { PaneViewer, TerminalSize } from '../../commands/ports/panes.js'
import type { ViewCommands } from '../../commands/runs/views.js'
import { isRejection, reject, type Rejection } from '../../domain/rejection.js'
import { SLOTS } from '../../domain/run/run.js'
import { Schema } from '../../domain/schema.js'
import type { Instant } from '../../domain/time.js'
import { laneById } from '../../projections/queries/lanes.js'
import type { Reader } from '../../projections/sql.js'
import { type TerminalMessage, TerminalRequest } from '../contract/lane/terminal-socket.js'
import { absent } from '../contract/row-kinds.js'
import { dismiss } from './dismiss.js'
import { Heartbeat } from './heartbeat.js'
import { TerminalFlow } from './terminal-flow.js'
import type { Upgrade } from './upgrade.js'
import type { Watchers } from './watchers.js'
import { TypedInOrder } from './typed-in-order.js'
import { WholeKeys } from './whole-keys.js'

const MAX_INPUT = 1024 * 1024
/** Bytes. A client with more unread data gets no answers to its mistakes. */
const MAX_UNREAD = 1024 * 1024
const STALL_MS = 30_000
const [DONE, GOING_AWAY, STALLED] = [1000, 1001, 4408]
/** Added to the HTTP status of a refusal. */
const REFUSED = 4000

export interface TerminalParts {
  readonly db: Reader
  readonly view: ViewCommands['open']
  readonly run: <A, E>(effect: Effect.Effect<A, E, Machine>, signal: AbortSignal) => Promise<Exit.Exit<A, E>>
  readonly complain: (line: string) => void
  readonly watchers: Pick<Watchers, 'add'>
  readonly now: () => Instant
  /** Records that a caller opens the terminal of a lane. */
  readonly attached: StaffWatch['attached']
  readonly stallMs?: number
}

interface Wanted extends TerminalSize {
  readonly lane: number
  readonly slot: number
  readonly readOnly: boolean
}

/** The socket `/ws/terminal`: each connection is a terminal that shows the pane of a slot. */
export class TerminalSocket {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_INPUT, perMessageDeflate: false })
  readonly #sockets = new Set<WebSocket>()
  readonly #heartbeat = new Heartbeat()

  constructor(private readonly parts: TerminalParts) {}

  readonly accept = ({ request, raw, head, url, caller, rights }: Upgrade): void =>
    this.#server.handleUpgrade(request, raw, head, (socket) => {
      rights.add(socket, caller, () => this.#mayShow(url, caller))
      const closed = new AbortController()
      this.#sockets.add(socket)
      this.#heartbeat.add(socket)
      // Followed by `close`. Without a listener it would crash the process.
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        closed.abort()
      })
      const shown = Effect.scoped(this.#shown(socket, url, caller, closed.signal))
      void this.parts.run(shown, closed.signal).then((exit) => this.#parted(socket, exit))
    })

  close(): void {
    this.#heartbeat.close()
    for (const socket of this.#sockets) dismiss(socket, GOING_AWAY, 'the service is stopping')
    this.#server.close()
  }

  /** Whether the lane that a terminal shows may still be seen, and typed into if it was opened for that. */
  #mayShow(url: URL, { reads, writes }: Upgrade['caller']): boolean {
    const wanted = wantedOf(url)
    // A terminal that asks for nothing that exists is refused in its own way.
    return isRejection(wanted) || laneById(this.parts.db, wanted.readOnly ? reads : writes, wanted.lane) !== undefined
  }

  /** Shows the pane until its program ends. */
  #shown(socket: WebSocket, url: URL, caller: Upgrade['caller'], closed: AbortSignal) {
    const { parts } = this
    const { db, view, stallMs = STALL_MS } = parts
    return Effect.gen(function* () {
      const wanted = wantedOf(url)
      if (isRejection(wanted)) return yield* Effect.fail(wanted)
      const { lane, slot, readOnly, cols, rows } = wanted
      const visibility = readOnly ? caller.reads : caller.writes
      const row = yield* Effect.try({ try: () => laneById(db, visibility, lane), catch: (error) => error })
      if (row === undefined) return yield* Effect.fail(absent('lane'))
      yield* parts.attached(caller, row, readOnly ? 'ro' : 'rw')
      const open: { viewer?: PaneViewer } = {}
      const flow = new TerminalFlow({
        pause: () => open.viewer?.pause(),
        resume: () => open.viewer?.resume(),
        buffered: () => socket.bufferedAmount,
        stalled: () => dismiss(socket, STALLED, 'no output was acknowledged'),
        stallMs,
      })
      const { run, viewer, ended } = yield* view({ lane, slot }, wanted, visibility, (bytes) => {
        socket.send(bytes)
        flow.sent(bytes.length)
      })
      open.viewer = viewer
      const watched = { lane, slot, mode: readOnly ? ('ro' as const) : ('rw' as const), since: parts.now() }
      const leave = parts.watchers.add(caller.principal, row.owner_id, watched)
      yield* Effect.addFinalizer(() => Effect.sync(leave))
      const keys = new WholeKeys(viewer.type)
      const pasted = (text: string): Promise<unknown> => parts.run(viewer.paste(text), closed)
      const typed = new TypedInOrder((bytes) => keys.input(bytes), pasted)
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          flow.close()
          keys.close()
        }),
      )
      say(socket, { type: 'ready', lane, slot, run_id: run, mode: readOnly ? 'ro' : 'rw', cols, rows })
      const accept = acceptor(viewer, typed, flow, readOnly)
      socket.on('message', (data: Buffer, isBinary) => {
        const refused = isBinary ? accept.input(data) : accept.request(data)
        if (refused !== null && socket.bufferedAmount <= MAX_UNREAD) sayRefusal(socket, refused)
      })
      const { reason, code, signal } = yield* ended
      say(socket, { type: 'exit', run_id: run, reason, code, signal })
    })
  }

  #parted(socket: WebSocket, exit: Exit.Exit<void, unknown>): void {
    if (Exit.isSuccess(exit)) return dismiss(socket, DONE, 'the program has ended')
    // The client has left, or the service stops.
    if (Cause.isInterruptedOnly(exit.cause)) return dismiss(socket, GOING_AWAY, 'the service is stopping')
    const error = Cause.squash(exit.cause)
    const refused = isRejection(error) ? error : reject('EINTERNAL', 'internal error; see the service log')
    if (!isRejection(error))
      this.parts.complain(`/ws/terminal: ${error instanceof Error ? error.stack : String(error)}`)
    sayRefusal(socket, refused)
    return dismiss(socket, REFUSED + refused.status, refused.code)
  }
}

/** Returns what handles the messages of a client. They return why they refuse one; that changes nothing else. */
const acceptor = (viewer: PaneViewer, typed: TypedInOrder, flow: TerminalFlow, readOnly: boolean) => ({
  input: (bytes: Uint8Array): Rejection | null => {
    return readOnly ? WATCHES : typed.accept(bytes)
  },
  request: (text: Buffer): Rejection | null => {
    const decoded = decode(text.toString())
    if (Either.isLeft(decoded)) return reject('INVALID_INPUT', 'not a resize, ack, newest or paste request')
    const request = decoded.right
    if (request.type === 'paste') return readOnly ? WATCHES : typed.accept(request.text)
    if (request.type === 'ack') flow.acknowledged(request.bytes)
    else if (request.type === 'newest') viewer.newest()
    else viewer.resize(bounded(request))
    return null
  },
})

const WATCHES = reject('INVALID_INPUT', 'this terminal is read-only: its input is dropped')

const decode = Schema.decodeUnknownEither(Schema.parseJson(TerminalRequest))

const between = (least: number, most: number, value: number): number => Math.min(most, Math.max(least, value))
const bounded = ({ cols, rows }: TerminalSize): TerminalSize => ({
  cols: between(20, 500, cols),
  rows: between(5, 200, rows),
})

const NUMBER = /^\d{1,15}$/
const SIZE = /^-?\d{1,15}$/

/** Returns what a client asks to see. */
const wantedOf = ({ searchParams }: URL): Wanted | Rejection => {
  const lane = searchParams.get('lane') ?? searchParams.get('workspace') ?? ''
  if (!NUMBER.test(lane)) return absent('lane')
  const slot = SLOTS.find((one) => String(one) === (searchParams.get('slot') ?? '0'))
  if (slot === undefined) return reject('EBADSLOT', 'slot: must be 0 to 9')
  const mode = searchParams.get('mode') ?? 'rw'
  if (mode !== 'rw' && mode !== 'ro') return reject('EBADFIELD', 'mode: must be rw or ro')
  const numberOf = (name: string, standard: number): number => {
    const text = searchParams.get(name) ?? ''
    return SIZE.test(text) ? Number(text) : standard
  }
  const size = bounded({ cols: numberOf('cols', 120), rows: numberOf('rows', 40) })
  return { lane: Number(lane), slot, readOnly: mode === 'ro', ...size }
}

const say = (socket: WebSocket, message: TerminalMessage): void => socket.send(JSON.stringify(message))
const sayRefusal = (socket: WebSocket, { code, message }: Rejection): void =>
  say(socket, { type: 'error', code, message })
