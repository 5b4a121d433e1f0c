import { readFileSync } from 'node:fs'

/** The text of a file; null when there is no such file. Every other failure is thrown. */
export const readIfPresent = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
