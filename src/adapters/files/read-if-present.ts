import { readFileSync } from 'node:fs'

/** Returns the text of a file, or null when it does not exist. Throws every other error. */
export const readIfPresent = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
