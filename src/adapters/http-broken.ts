import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** What is answered where there is no request to serve. */
export interface Refusal {
  readonly status: number
  readonly body: string
}

/** Refuses what cannot be read, or came to no end, and hangs up. */
export const giveUp = (
  socket: Duplex,
  code: string,
  answering: ServerResponse | undefined,
  unreadable: (code: string) => Refusal,
): void => {
  const isUnderWay = answering?.headersSent === true && !answering.writableFinished
  if (!socket.writable || isUnderWay || code === 'ECONNRESET') return void socket.destroy()
  const { status, body } = unreadable(code)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end([...head, '', body].join('\r\n'), () => socket.destroy())
}

/** Does something again and again; gives what ends that. */
export type Repeat = (work: () => void) => () => void

const STALL_MS = 60_000

export const everyMinute: Repeat = (work) => {
  const timer = setInterval(work, STALL_MS).unref()
  return () => clearInterval(timer)
}

/** The code that Node has for a request that takes too long. */
const STALLED = 'ERR_HTTP_REQUEST_TIMEOUT'

/** Looks from time to time whether anything of the body came. What waits to be read here is no fault of its sender. */
export const endWhenStalled = (request: IncomingMessage, repeat: Repeat, end: (code: string) => void): void => {
  const { headers, socket } = request
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return
  let seen = socket.bytesRead
  const stop = repeat(() => {
    if (request.complete) return stop()
    if (socket.bytesRead === seen && request.readableLength === 0) end(STALLED)
    seen = socket.bytesRead
  })
  request.once('close', stop)
}
