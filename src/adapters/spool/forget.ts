import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readText } from '../files/regular-file.js'

/** The forwarder writes no larger file. */
const MAX_BYTES = 64 * 1024 * 1024

/** Deletes refused hooks from `bad/`: all of them, or those whose text contains one of the session ids. */
export const forgetRefused = async (spool: string, sessions: readonly string[] | 'all sessions'): Promise<void> => {
  const bad = join(spool, 'bad')
  for (const name of await readdir(bad).catch(() => [])) {
    const path = join(bad, name)
    if (sessions === 'all sessions' || names(path, sessions)) await rm(path, { force: true })
  }
}

const names = (path: string, sessions: readonly string[]): boolean => {
  const text = readText(path, MAX_BYTES) ?? ''
  return sessions.some((session) => text.includes(session))
}
