import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'

export interface Delivery {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An HTTP server that records hooks. `status` is the status of its responses; with `hang` it never responds. */
export interface Recorder {
  readonly port: number
  readonly deliveries: readonly Delivery[]
  status: number
  hang: boolean
  readonly close: () => Promise<void>
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address !== null && typeof address === 'object') resolve(address.port)
    })
  })

export const startRecorder = async (): Promise<Recorder> => {
  const deliveries: Delivery[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      deliveries.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
      if (!recorder.hang) response.writeHead(recorder.status).end()
    })
  })
  const recorder: Recorder = {
    port: await listening(server),
    deliveries,
    status: 204,
    hang: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return recorder
}
