import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readIfPresent } from './read-if-present.js'
import { replaceFile } from './replace-file.js'

const serverFile = (dataDir: string): string => join(dataDir, 'server')

/** A service that listens on every interface is reached by its own machine through loopback. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Tells the forwarder where the service listens and which process it is: `host:port`, then the pid. */
export const announceServer = (dataDir: string, server: { host: string; port: number; pid: number }): void =>
  replaceFile(serverFile(dataDir), `${reachable(server.host)}:${server.port}\n${server.pid}\n`, 0o600)

/** Takes the announcement back, unless another process announced itself since. */
export const withdrawServer = (dataDir: string, pid: number): void => {
  const announced = readIfPresent(serverFile(dataDir))
  if (announced?.split('\n')[1] === String(pid)) rmSync(serverFile(dataDir), { force: true })
}

/** Where the service of a data directory listens, as it announced itself; null when it did not, or is gone. */
export const announcedServer = (dataDir: string, isAlive: (pid: number) => boolean): string | null => {
  const [address = '', pid = ''] = readIfPresent(serverFile(dataDir))?.split('\n') ?? []
  return address !== '' && isAlive(Number(pid)) ? address : null
}
