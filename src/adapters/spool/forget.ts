import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Deletes refused hooks from `bad/`: all of them, or those whose text contains one of the session ids. */
export const forgetRefused = async (spool: string, sessions: readonly string[] | 'all sessions'): Promise<void> => {
  const bad = join(spool, 'bad')
  for (const name of await readdir(bad).catch(() => [])) {
    const path = join(bad, name)
    if (sessions === 'all sessions' || (await names(path, sessions))) await rm(path, { force: true })
  }
}

const names = async (path: string, sessions: readonly string[]): Promise<boolean> => {
  const text = await readFile(path, 'utf8').catch(() => '')
  return sessions.some((session) => text.includes(session))
}
