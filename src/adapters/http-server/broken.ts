import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** The response to input that never became a valid request. */
export interface Refusal {
  readonly status: number
  readonly body: string
}

/** Answers a request that is unreadable or incomplete, and closes the connection. */
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

/** Runs `work` repeatedly and returns a function that stops it. */
export type Repeat = (work: () => void) => () => void

const STALL_MS = 60_000

export const everyMinute: Repeat = (work) => {
  const timer = setInterval(work, STALL_MS).unref()
  return () => clearInterval(timer)
}

/** Node's error code for a request timeout. */
const STALLED = 'ERR_HTTP_REQUEST_TIMEOUT'

/** Ends a request when no bytes of its body arrive between two checks. Bytes that wait for our reader are not a stall. */
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
