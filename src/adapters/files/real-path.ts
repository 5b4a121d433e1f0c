import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Returns a path with all links followed, as programs that work there report it. What does not exist yet is kept. */
export const realPath = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(realPath(parent), basename(path))
  }
}
