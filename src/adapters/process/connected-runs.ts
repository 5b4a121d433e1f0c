import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { pidsInProc } from './proc.js'
import { isOwnUser, processTable } from './table.js'
import { runOf } from './run-processes.js'

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0')

interface Ends {
  readonly client: number
  readonly service: number
}

/** Returns the client's end of a connection of this machine, as the kernel lists it; null if it is not found. */
const clientEnd = ({ client, service }: Ends): { readonly uid: number; readonly socket: string } | null => {
  for (const table of TABLES) {
    try {
      for (const line of readFileSync(table, 'utf8').split('\n').slice(1)) {
        const [, local = '', remote = '', , , , , uid, , inode] = line.trim().split(/\s+/)
        if (local.endsWith(`:${hex(client)}`) && remote.endsWith(`:${hex(service)}`) && inode !== undefined)
          return { uid: Number(uid), socket: `socket:[${inode}]` }
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

/** Returns the user id of the program at the other end of a local connection; null where the system does not tell. */
export const uidConnectedTo = (ends: Ends): number | null => clientEnd(ends)?.uid ?? null

/**
 * Returns the ids of the runs that the programs at the other end of a local connection belong to, by their environment and that of
 * their ancestors. A best effort: empty where there is no /proc, for programs of other users, and for one that has left its lane
 * and changed its environment.
 */
export const runsConnectedTo = (ends: Ends): readonly string[] => {
  const socket = clientEnd(ends)?.socket
  if (socket === undefined) return []
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
