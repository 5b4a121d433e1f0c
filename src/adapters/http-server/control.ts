import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { tmpdir, userInfo } from 'node:os'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'

/** Bytes that the path of a Unix socket may have on every system. */
const MAX_PATH = 100
const GRACE_MS = 2000

/** Returns where the control socket of a data directory is: in it, unless that path is too long for a socket. */
export const controlPath = (dataDir: string, runtimeDir: string | null): string => {
  const usual = join(dataDir, 'control.sock')
  if (Buffer.byteLength(usual) <= MAX_PATH) return usual
  const folder = runtimeDir ?? join(tmpdir(), `switchyard-${userInfo().uid}`)
  return join(folder, `switchyard-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.sock`)
}

interface App {
  readonly fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>
}

/** Serves an app on a Unix socket that only the account of the service can use. The caller holds the writer lock. */
export const serveControl = async (path: string, app: App): Promise<{ readonly close: () => Promise<void> }> => {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  // What a killed service left behind.
  rmSync(path, { force: true })
  const answer = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0])
  const server: Server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), GRACE_MS).unref()
      }),
  }
}

export interface ControlAnswer {
  readonly status: number
  readonly body: unknown
}

/** Sends a request to a control socket. Null if no service listens there. */
export const askControl = (
  path: string,
  { method, target, body }: { readonly method: string; readonly target: string; readonly body: unknown },
): Promise<ControlAnswer | null> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = { host: 'localhost', 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const sent = httpRequest({ socketPath: path, path: target, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const answer = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode ?? 0, body: answer === '' ? null : (JSON.parse(answer) as unknown) })
      })
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null)
      else reject(error)
    })
    sent.end(text)
  })
