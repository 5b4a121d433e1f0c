import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import type {
  CliState,
  CliStateReader,
  CliStatusFile,
  CliStatusWatch,
  CliStatusWatchParts,
} from '../../commands/ports/cli-status.js'
import { parseBounded } from '../../domain/json/depth.js'
import { cliStatusOf } from '../../domain/session/cli-status.js'
import { isFitName } from '../../domain/session/name.js'
import { isText, short } from '../../domain/text.js'
import { isInstant } from '../../domain/time.js'
import { readText } from '../files/regular-file.js'

const FILE_NAME = /^[1-9]\d{0,9}\.json$/
const MAX_BYTES = 64 * 1024
// A directory contains one small file per running CLI, and those of killed ones.
const MAX_FILES = 1000
// Milliseconds. Catches what notifications miss, and a directory that is created later.
const LIST_MS = 2000

/** Watches the status files of running Claude Code processes (`<config>/sessions/<pid>.json`). */
export const watchCliStatus = ({ claudeHome, onStatus }: CliStatusWatchParts): CliStatusWatch => {
  const folder = join(claudeHome, 'sessions')
  const seen = new Map<string, string>()
  let watcher: FSWatcher | null = null
  // Until the first CLI creates the folder, its parent shows when that happens.
  let parent: FSWatcher | null = null

  const read = (name: string): void => {
    const text = FILE_NAME.test(name) ? textOf(join(folder, name)) : null
    if (text === null || text === seen.get(name)) return
    seen.set(name, text)
    const file = parseCliStatus(text)
    if (file !== null && name === `${file.pid}.json`) onStatus(file)
  }
  const watchFolder = (): void => {
    watcher ??= notified(folder, read, () => {
      watcher = null
    })
    if (watcher === null) {
      parent ??= notified(claudeHome, list, () => {
        parent = null
      })
    } else {
      parent?.close()
      parent = null
    }
  }
  const list = (): void => {
    const found = namesIn(folder)
    // A watch of a folder that was deleted reports nothing, also when the folder is there again.
    if (found === null) {
      watcher?.close()
      watcher = null
    }
    watchFolder()
    const names = new Set(found ?? namesIn(folder))
    for (const name of seen.keys()) if (!names.has(name)) seen.delete(name)
    for (const name of names) read(name)
  }
  list()
  const timer = setInterval(list, LIST_MS).unref()
  return {
    close: () => {
      clearInterval(timer)
      watcher?.close()
      parent?.close()
    },
  }
}

/** Watches a folder; null where it cannot be watched, because it is missing or notifications are exhausted. */
const notified = (folder: string, changed: (name: string) => void, ended: () => void): FSWatcher | null => {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      if (name !== null) changed(name)
    })
    return watcher.on('error', () => {
      watcher.close()
      ended()
    })
  } catch {
    return null
  }
}

/** The files of a folder; null when there is no such folder. */
const namesIn = (folder: string): readonly string[] | null => {
  try {
    return readdirSync(folder).slice(0, MAX_FILES)
  } catch {
    return null
  }
}

const textOf = (path: string): string | null => {
  try {
    return readText(path, MAX_BYTES)
  } catch {
    // It cannot be read to its end.
    return null
  }
}

/** Returns a reader of the status file of one process. The file of another process with the same id is ignored. */
export const cliStateReader =
  (homes: () => readonly string[], startMark: (pid: number) => string | null): CliStateReader =>
  (pid) => {
    const states = homes().map((home) => stateOf(home, pid, startMark))
    return states.find((state) => state !== null) ?? null
  }

const stateOf = (home: string, pid: number, startMark: (pid: number) => string | null): CliState | null => {
  const members = membersOf(textOf(join(home, 'sessions', `${pid}.json`)) ?? '')
  if (members === null || members['pid'] !== pid) return null
  const { procStart, status, waitingFor, parkedJobId } = members
  const started = startMark(pid)
  if (started !== null && isText(procStart) && procStart !== started) return null
  return {
    status: cliStatusOf(status),
    waitingFor: isText(waitingFor) ? short(waitingFor, 200) : null,
    isParked: isText(parkedJobId),
  }
}

const membersOf = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    const parsed: unknown = parseBounded(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Parses a status file; null when it has no status (print mode, half-written, another program's file). */
const parseCliStatus = (text: string): CliStatusFile | null => {
  const members = membersOf(text)
  if (members === null) return null
  const { pid, sessionId, procStart, cwd, status, waitingFor, statusUpdatedAt, kind, spare } = members
  const known = cliStatusOf(status)
  if (known === null || !Number.isInteger(pid) || !isInstant(statusUpdatedAt)) return null
  if (!isText(sessionId) || !isFitName(sessionId)) return null
  return {
    session: sessionId,
    pid: pid as number,
    startMark: isText(procStart) ? procStart : null,
    cwd: isText(cwd) ? cwd.slice(0, 4096) : null,
    status: known,
    waitingFor: known === 'waiting' && isText(waitingFor) ? short(waitingFor, 200) : null,
    kind: spare === true ? 'spare' : kind === 'bg' ? 'background' : undefined,
    at: statusUpdatedAt,
  }
}
