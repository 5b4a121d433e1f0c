import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gitIn } from './repository.js'

const BACKEND = join(gitIn('/', '--exec-path'), 'git-http-backend')
export const hasGitServer = existsSync(BACKEND) && existsSync('/usr/bin/openssl')

/** A real git server behind TLS that asks for a login. */
export interface GitServer {
  /** The address and port, as the place of a login. */
  readonly host: string
  /** The certificate that its clients must trust. */
  readonly certificate: string
  readonly url: (name: string) => string
  /** Creates an empty repository on the server, and returns its path. */
  readonly create: (name: string) => string
  /** The `Authorization` headers that it received. */
  readonly received: string[]
  /** What it does with requests: answers, keeps them waiting, or fails with what it received. */
  mode: 'answers' | 'hangs' | 'echoes'
  /** Called with each request that has a login. */
  onLogin: () => void
  /** Drops the requests that it keeps waiting. */
  readonly drop: () => void
  /** How many requests it keeps waiting. */
  readonly waiting: () => number
  readonly stop: () => void
}

/** @param login the only one that it accepts, `name:password` */
export const startGitServer = async (folder: string, login: string): Promise<GitServer> => {
  const repositories = join(folder, 'repositories')
  mkdirSync(repositories, { recursive: true })
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  let kept = 0
  const names = 'subjectAltName=IP:127.0.0.1,DNS:localhost'
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const request = ['req', '-x509', ...curve, '-subj', '/CN=localhost', '-addext', names, '-days', '3650']
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (asked, answer) => {
    const { authorization } = asked.headers
    if (authorization !== undefined) {
      running.received.push(authorization)
      running.onLogin()
    }
    if (running.mode === 'hangs') {
      kept++
      return
    }
    if (authorization === `Basic ${Buffer.from(login).toString('base64')}`) return serve(repositories, asked, answer)
    answer.writeHead(running.mode === 'echoes' && authorization ? 500 : 401, {
      'www-authenticate': 'Basic realm="git"',
      'content-type': 'text/plain',
    })
    answer.end(running.mode === 'echoes' ? `\u001b[31msaw ${authorization}` : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const running: GitServer = {
    host,
    certificate,
    url: (name) => `https://${host}/${name}`,
    create: (name) => {
      gitIn(repositories, 'init', '--quiet', '--bare', '-b', 'main', name)
      return join(repositories, name)
    },
    received: [],
    mode: 'answers',
    onLogin: () => undefined,
    drop: () => server.closeAllConnections(),
    waiting: () => kept,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return running
}

/** Runs git's own server program for a request. */
const serve = (repositories: string, asked: IncomingMessage, answer: ServerResponse): void => {
  const { pathname, search } = new URL(asked.url ?? '/', 'https://localhost')
  const headers = asked.headers
  const child = spawn(BACKEND, {
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      GIT_PROJECT_ROOT: repositories,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'ada',
      REMOTE_ADDR: '127.0.0.1',
      REQUEST_METHOD: asked.method ?? 'GET',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: headers['content-type'] ?? '',
      ...(headers['content-length'] === undefined ? {} : { CONTENT_LENGTH: headers['content-length'] }),
      ...(headers['content-encoding'] === undefined ? {} : { HTTP_CONTENT_ENCODING: headers['content-encoding'] }),
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => undefined)
  asked.pipe(child.stdin)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('close', () => {
    const output = Buffer.concat(chunks)
    const end = output.indexOf('\r\n\r\n')
    const lines = output.subarray(0, end).toString().split('\r\n')
    const fields = lines.map((line) => line.split(/: (.*)/s) as [string, string])
    const status = fields.find(([name]) => name === 'Status')?.[1] ?? '200'
    for (const [name, value] of fields) if (name !== 'Status') answer.setHeader(name, value)
    answer.writeHead(Number.parseInt(status, 10))
    answer.end(output.subarray(end + 4))
  })
}
