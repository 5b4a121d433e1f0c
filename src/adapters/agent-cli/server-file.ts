import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readIfPresent } from '../files/read-if-present.js'
import { replaceFile } from '../files/replace-file.js'

const serverFile = (dataDir: string): string => join(dataDir, 'server')

/** Returns the host to reach the service from its own machine: loopback when it listens on every interface. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Writes where the service listens and its process id, for the forwarder: `host:port`, then the pid. */
export const announceServer = (dataDir: string, server: { host: string; port: number; pid: number }): void =>
  replaceFile(serverFile(dataDir), `${reachable(server.host)}:${server.port}\n${server.pid}\n`, 0o600)

/** Removes the announcement, unless another process has replaced it. */
export const withdrawServer = (dataDir: string, pid: number): void => {
  const announced = readIfPresent(serverFile(dataDir))
  if (announced?.split('\n')[1] === String(pid)) rmSync(serverFile(dataDir), { force: true })
}

/** Returns the announced address of a data directory's service; null without an announcement, or when the process is dead. */
export const announcedServer = (dataDir: string, isAlive: (pid: number) => boolean): string | null => {
  const [address = '', pid = ''] = readIfPresent(serverFile(dataDir))?.split('\n') ?? []
  return address !== '' && isAlive(Number(pid)) ? address : null
}
