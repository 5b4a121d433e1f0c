import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

interface ListeningSocket {
  readonly port: number
  readonly inode: string
}

/** The state LISTEN in /proc/net/tcp. */
const LISTEN = '0A'

/** Returns the listening sockets in the text of /proc/net/tcp or tcp6. */
export const socketsIn = (text: string): readonly ListeningSocket[] =>
  text.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    const port = Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16)
    return state === LISTEN && port > 0 && /^\d+$/.test(inode) ? [{ port, inode }] : []
  })

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // There is no /proc, or no IPv6.
    return ''
  }
}

/** Returns the listening sockets of this machine. None where there is no /proc. */
export const listeningSockets = (): readonly ListeningSocket[] =>
  ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) => socketsIn(textOf(path)))

/** Returns the processes that have a socket open. Those of other users cannot be seen. */
export const holdersOf = (
  sockets: readonly ListeningSocket[],
  pids: Iterable<number>,
): ReadonlyMap<number, readonly number[]> => {
  const ports = new Map(sockets.map(({ port, inode }) => [`socket:[${inode}]`, port]))
  const holders = new Map<number, Set<number>>(sockets.map(({ port }) => [port, new Set<number>()]))
  if (ports.size > 0) {
    for (const pid of pids)
      for (const link of linksOf(pid)) {
        const port = ports.get(link)
        if (port !== undefined) holders.get(port)?.add(pid)
      }
  }
  return new Map([...holders].map(([port, all]) => [port, [...all].toSorted((a, b) => a - b)]))
}

const linksOf = (pid: number): readonly string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}
