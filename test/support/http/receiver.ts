import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly text: string
}

/** A loopback HTTP server that records requests and sends configurable responses. */
export interface Receiver {
  readonly url: string
  readonly port: number
  readonly received: readonly Received[]
  /** Handles the next requests. */
  answer: (request: IncomingMessage, response: ServerResponse, received: Received) => void
  readonly close: () => Promise<void>
}

export const openReceiver = async (): Promise<Receiver> => {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    response.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { method = '', url = '', headers } = request
      const one = { method, path: url, headers, body, text: body.toString('utf8') }
      received.push(one)
      receiver.answer(request, response, one)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    answer: status(204),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}

/** Returns a handler that responds with a status and headers, without a body. */
export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Receiver['answer'] =>
  (_request, response) =>
    void response.writeHead(code, { ...headers }).end()
