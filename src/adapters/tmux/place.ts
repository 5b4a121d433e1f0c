import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runningCommands } from '../process/commands.js'
import { nameOf } from '../process/proc.js'
import { isOwnUser } from '../process/table.js'

/** Bytes that the path of a socket can have. */
const MAX_PATH = 107

/** Where a tmux server is reached. */
export interface TmuxPlace {
  readonly socket: string
  /** Its server, if one runs; null without one, and where there is no /proc. */
  readonly pid: number | null
}

const user = (): number => process.getuid?.() ?? 0

/** The name of the server, so that two services on one machine have two. */
const serverName = (dataDir: string): string => `svc-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`

/** Returns where tmux itself would keep the socket of a server with this name: others delete old files there. */
const temporarySocket = (dataDir: string): string => join('/tmp', `tmux-${user()}`, serverName(dataDir))

/** Returns where the socket can be, the best place first. */
export const socketsOf = (dataDir: string): readonly string[] =>
  [
    join(dataDir, 'panes', 'tmux'),
    ...(isPrivate(join('/run/user', String(user()))) ? [join('/run/user', String(user()), serverName(dataDir))] : []),
    temporarySocket(dataDir),
  ].filter((path) => Buffer.byteLength(path) <= MAX_PATH)

const isPrivate = (folder: string): boolean => {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === user() && (found.mode & 0o077) === 0
}

/** Returns the tmux server of a socket, also if the socket was deleted. */
const serverOn = (socket: string): number | null => {
  const name = socket.slice(dirname(socket).length + 1)
  const isServer = (pid: number, args: readonly string[]): boolean => {
    const at = args.findIndex((one) => one === '-S' || one === '-L')
    const isNamed =
      (args[at] === '-S' && args[at + 1] === socket) ||
      (args[at] === '-L' && args[at + 1] === name) ||
      // Some builds replace their arguments by a title.
      args[0]?.endsWith(`(${socket})`) === true
    return isNamed && nameOf(pid)?.startsWith('tmux: server') === true && isOwnUser(pid)
  }
  return runningCommands()?.find(({ pid, args }) => isServer(pid, args))?.pid ?? null
}

/** Returns where the server of a data directory is, or where it would be started. One that runs is found at any of the places. */
export const placeOf = (dataDir: string): TmuxPlace => {
  const sockets = socketsOf(dataDir)
  for (const socket of sockets) {
    const pid = serverOn(socket)
    if (pid !== null) return { socket, pid }
  }
  const left = sockets.find((socket) => lstatSync(socket, { throwIfNoEntry: false })?.isSocket() === true)
  return { socket: left ?? sockets[0] ?? temporarySocket(dataDir), pid: null }
}

/** Makes the folder of a socket. Returns why it cannot be used; null if it can. */
export const prepareFolder = (socket: string): string | null => {
  const folder = dirname(socket)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    return String(error)
  }
  return isPrivate(folder) ? null : `${folder} belongs to somebody else, or others can use it`
}

/** Lets `tmux -L` find a server by the name that it would have in tmux's own folder. */
export const linkName = (dataDir: string, socket: string): void => {
  const link = temporarySocket(dataDir)
  if (link === socket || prepareFolder(link) !== null) return
  try {
    rmSync(link, { force: true })
    symlinkSync(socket, link)
  } catch {
    // Two services that start at the same time, or a full disk: nothing needs the link.
  }
}

/** Removes what tmux leaves behind when its server has ended. */
export const removeSockets = (dataDir: string): void => {
  for (const socket of new Set([...socketsOf(dataDir), temporarySocket(dataDir)])) rmSync(socket, { force: true })
}

/** Asks a server whose socket was deleted to make it again. Returns whether there is one. */
export const restoreSocket = ({ socket, pid }: TmuxPlace): boolean => {
  if (pid === null || existsSync(socket) || prepareFolder(socket) !== null) return false
  try {
    return process.kill(pid, 'SIGUSR1')
  } catch {
    return false
  }
}
