import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { pidsInProc } from './proc.js'
import { isOwnUser, processTable } from './table.js'
import { runOf } from './run-processes.js'

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0')

/** Returns the socket of the client's end of a connection of this machine, as links to it name it; null if it is not found. */
const socketOf = (client: number, service: number): string | null => {
  for (const table of TABLES) {
    try {
      for (const line of readFileSync(table, 'utf8').split('\n').slice(1)) {
        const [, local = '', remote = '', , , , , , , inode] = line.trim().split(/\s+/)
        if (local.endsWith(`:${hex(client)}`) && remote.endsWith(`:${hex(service)}`) && inode !== undefined)
          return `socket:[${inode}]`
      }
    } catch {
      // Without that family, or where there is no /proc.
    }
  }
  return null
}

const holds = (pid: number, socket: string): boolean => {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).some((name) => {
      try {
        return readlinkSync(`${folder}/${name}`) === socket
      } catch {
        return false
      }
    })
  } catch {
    return false
  }
}

/**
 * Returns the ids of the runs that the programs at the other end of a local connection belong to, by their environment and that of
 * their ancestors. A best effort: empty where there is no /proc, for programs of other users, and for one that has left its lane
 * and changed its environment.
 */
export const runsConnectedTo = ({
  client,
  service,
}: {
  readonly client: number
  readonly service: number
}): readonly string[] => {
  const socket = socketOf(client, service)
  if (socket === null) return []
  const holders = (pidsInProc() ?? []).filter((pid) => pid !== process.pid && isOwnUser(pid) && holds(pid, socket))
  if (holders.length === 0) return []
  const table = processTable()
  const runs = new Set<string>()
  for (const holder of holders) {
    const seen = new Set<number>()
    for (let pid = holder; pid > 1 && !seen.has(pid); pid = table.get(pid)?.parent ?? 0) {
      seen.add(pid)
      const run = runOf(pid)
      if (run !== null) runs.add(run)
    }
  }
  return [...runs]
}
