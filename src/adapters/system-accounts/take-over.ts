import { closeSync, constants, fchownSync, fstatSync, openSync, readdirSync } from 'node:fs'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
const MOST_DEEP = 200

interface Ids {
  readonly uid: number
  readonly gid: number
}

/**
 * Gives what one account owns in a folder to another one. Each file is opened without following a link and changed through the open
 * file, so that nothing outside of the folder is given away, whatever is replaced meanwhile. Links keep their owner, and so do files
 * that are also somewhere else.
 */
export const takeOver = (path: string, from: number, to: Ids, depth = 0): void => {
  let fd: number
  try {
    fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch {
    return
  }
  try {
    const stats = fstatSync(fd)
    const isOnlyHere = stats.isDirectory() || (stats.isFile() && stats.nlink === 1)
    if (stats.uid !== from || !isOnlyHere) return
    if (stats.isDirectory() && depth < MOST_DEEP)
      for (const name of readdirSync(`/proc/self/fd/${fd}`))
        takeOver(`/proc/self/fd/${fd}/${name}`, from, to, depth + 1)
    fchownSync(fd, to.uid, to.gid)
  } finally {
    closeSync(fd)
  }
}
