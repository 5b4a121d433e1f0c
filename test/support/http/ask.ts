import { type IncomingHttpHeaders, request } from 'node:http'

export interface Answer<A = unknown> {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body as JSON; throws if it is not JSON. */
  readonly json: A
}

export interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * Sends a request to a service. Not with `fetch`, which cannot set the Host and Origin headers, and which waits forever in
 * Node 20 if the service is killed while it connects.
 */
export const ask = <A = unknown>(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<Answer<A>> =>
  new Promise((resolve, reject) => {
    const isWritten = body === undefined || typeof body === 'string' || body instanceof Uint8Array
    const payload = isWritten ? body : JSON.stringify(body)
    const { hostname, port } = new URL(base)
    const sent = request(
      {
        hostname,
        port,
        path,
        method,
        // The service may close a keep-alive connection while a test blocks the event loop that both share.
        agent: false,
        headers: {
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('error', reject)
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            get json() {
              return JSON.parse(text) as A
            },
          })
        })
      },
    )
    sent.on('error', reject)
    // The service may respond and close before it read the body; by then the request has no error listener.
    sent.on('socket', (socket) => socket.on('error', () => undefined))
    sent.end(payload)
  })
