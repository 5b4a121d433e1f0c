import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpooledHook } from '../../commands/ports/account-home.js'
import { readText } from '../files/regular-file.js'
import { parseSpooled } from './spooled-hook.js'

/**
 * Ingests one spooled hook. Called in the order in which the hooks happened. Resolves when the hook is committed (or was stored
 * before, by delivery id); `refused` means it never can be. A rejection leaves the hook in the spool for a later drain.
 */
export type TakeSpooled = (hook: SpooledHook) => Promise<'committed' | 'refused'>

export interface DrainReport {
  readonly committed: number
  /** Files that contain no hook, or a refused one; they are moved to `bad/`. */
  readonly bad: number
  /** Hooks that could not be ingested now and stay in the spool. */
  readonly left: number
}

/** Returns where the forwarder of a data directory leaves hooks that could not be delivered. */
export const spoolPath = (dataDir: string): string => join(dataDir, 'spool')

// Limits of one commit group: small enough that live hooks do not wait between groups, and that memory stays low.
const groupHooks = 64
const groupBytes = 8 * 1024 * 1024
// Enough to diagnose a problem; bounded, so that the folder does not grow forever.
const keptBad = 100
// The forwarder writes what the CLI sends, and the service accepts at most 32 MB of that.
const longestFile = 33 * 1024 * 1024

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Returns the complete files, oldest first: names start with the time. Unfinished files have another extension. */
const pending = async (spool: string): Promise<string[]> => {
  const entries = await readdir(spool, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.hook'))
    .map((entry) => entry.name)
    .toSorted()
}

const setAside = async (spool: string, name: string): Promise<void> => {
  const bad = join(spool, 'bad')
  await mkdir(bad, { recursive: true, mode: 0o700 })
  await rename(join(spool, name), join(bad, name))
  const surplus = (await readdir(bad)).toSorted().slice(0, -keptBad)
  for (const old of surplus) await rm(join(bad, old), { force: true })
}

interface Found {
  readonly name: string
  /** Null when the file contains no hook. */
  readonly hook: SpooledHook | null
  readonly size: number
}

/** Reads the hook in a file; null when the file no longer exists because another process ingested it. */
const find = async (spool: string, name: string): Promise<Found | null> => {
  const path = join(spool, name)
  try {
    const { size } = await stat(path)
    const text = readText(path, longestFile)
    return { name, size, hook: text === null ? null : parseSpooled(text) }
  } catch (error) {
    return isMissing(error) ? null : { name, size: 0, hook: null }
  }
}

const drainOne = async (spool: string, { name, hook }: Found, take: TakeSpooled): Promise<'committed' | 'bad'> => {
  const outcome = hook === null ? 'refused' : await take(hook)
  if (outcome === 'refused') {
    await setAside(spool, name)
    return 'bad'
  }
  await rm(join(spool, name), { force: true })
  return 'committed'
}

/** Ingests every hook in the spool and removes those that were committed. Run one drain at a time; see `watchSpool`. */
export const drainSpool = async (spool: string, take: TakeSpooled): Promise<DrainReport> => {
  const report = { committed: 0, bad: 0, left: 0 }
  let group: Found[] = []
  const drainGroup = async (): Promise<void> => {
    const outcomes = await Promise.allSettled(group.map((found) => drainOne(spool, found, take)))
    for (const outcome of outcomes) report[outcome.status === 'fulfilled' ? outcome.value : 'left']++
    group = []
  }
  for (const name of await pending(spool)) {
    const found = await find(spool, name)
    if (found !== null) group.push(found)
    const bytes = group.reduce((sum, { size }) => sum + size, 0)
    if (group.length === groupHooks || bytes > groupBytes) await drainGroup()
  }
  await drainGroup()
  return report
}
