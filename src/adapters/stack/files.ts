import { closeSync, lstatSync } from 'node:fs'
import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import * as Effect from 'effect/Effect'
import type { NamedPid } from '../../commands/ports/stack-processes.js'
import type { LogTail, StackFilesPort } from '../../commands/ports/stack-files.js'
import { withVariables } from '../../domain/stack/environment.js'
import { isServiceName } from '../../domain/stack/profile.js'
import { emptyDirectory, inDirectory } from '../files/directory-handle.js'
import { bytesOf, openRegular, readText } from '../files/regular-file.js'
import { replaceFile, replaceFileIf } from '../files/replace-file.js'
import { findProfile } from './profile.js'

const PID = '.pid'
const LOG = '.log'
const MAX_PID_BYTES = 64
const MAX_ENTRIES = 200
const MAX_ENV_BYTES = 1024 * 1024

/** Returns the port for the files of stacks. `root` is the folder with one folder for each lane. */
export const stackFiles = (root: string): StackFilesPort => {
  const logDir = (lane: number): string => join(root, String(lane), 'logs')
  const runDir = (lane: number): string => join(root, String(lane), 'run')
  return {
    logDir,
    runDir,
    profile: (cwd, sourceRepo) => Effect.sync(() => findProfile(cwd, sourceRepo)),
    prepare: (lane, running) =>
      Effect.promise(async () => {
        await Promise.all([logDir(lane), runDir(lane)].map((dir) => mkdir(dir, { recursive: true, mode: 0o700 })))
        if (running === null) return
        const stale = (await namesWith(runDir(lane), PID)).filter((name) => !running.includes(name))
        await Promise.all(stale.map((name) => rm(join(runDir(lane), name + PID), { force: true })))
      }),
    pids: (lane) =>
      Effect.promise(async () =>
        (await namesWith(runDir(lane), PID)).flatMap((name) => pidIn(join(runDir(lane), name + PID), name)),
      ),
    writePids: (lane, services) =>
      Effect.promise(async () => {
        if (!(await isPlain(runDir(lane)))) return
        for (const { name, pid } of services) replaceFile(join(runDir(lane), name + PID), `${pid}\n`, 0o600)
      }),
    logs: (lane) => Effect.promise(() => namesWith(logDir(lane), LOG)),
    log: (lane, name, tail) =>
      Effect.promise(async () =>
        isServiceName(name) && (await isPlain(logDir(lane))) ? tailOf(join(logDir(lane), name + LOG), tail) : null,
      ),
    writeEnv: (cwd, path, variables) => Effect.promise(() => writeEnv(cwd, path, variables)),
    clear: (cwd, dirs) =>
      Effect.promise(async () => {
        const results = await Promise.all(dirs.map(async (dir) => ((await clear(cwd, dir)) ? [] : [dir])))
        return results.flat()
      }),
    forget: (lane) => Effect.promise(() => rm(join(root, String(lane)), { recursive: true, force: true })),
  }
}

/** Whether a folder of a lane is a directory and not reached through a link, which a hook could have made. */
const isPlain = async (folder: string): Promise<boolean> => {
  const found = await Promise.all([dirname(folder), folder].map((path) => lstat(path).catch(() => null)))
  return found.every((stats) => stats?.isDirectory() === true)
}

/** Returns the names of the regular files with an ending, without it. */
const namesWith = async (folder: string, ending: string): Promise<readonly string[]> => {
  if (!(await isPlain(folder))) return []
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => basename(entry.name, ending))
    .filter(isServiceName)
    .toSorted()
    .slice(0, MAX_ENTRIES)
}

const pidIn = (path: string, name: string): readonly NamedPid[] => {
  const opened = openRegular(path)
  if (opened === null) return []
  try {
    const text = bytesOf(opened.fd, Math.min(opened.stats.size, MAX_PID_BYTES)).toString('latin1')
    const pid = Number(/^\s*(\d{1,9})\s*(?:\n|$)/.exec(text)?.[1] ?? Number.NaN)
    return Number.isInteger(pid) && pid > 1 ? [{ name, pid }] : []
  } finally {
    closeSync(opened.fd)
  }
}

const tailOf = (path: string, tail: number): LogTail | null => {
  const opened = openRegular(path)
  if (opened === null) return null
  try {
    const { size } = opened.stats
    const truncated = size > tail
    const bytes = bytesOf(opened.fd, Math.min(size, tail), truncated ? size - tail : 0)
    // The tail may start within a character.
    const start = truncated ? bytes.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0
    return { size, truncated, text: bytes.subarray(Math.max(0, start)).toString('utf8') }
  } finally {
    closeSync(opened.fd)
  }
}

/**
 * Returns the directory of a path below another one, without links; null if a link leads out of that. The last part may be missing.
 */
const confinedParent = async (cwd: string, path: string): Promise<string | null> => {
  const [top, parent] = await Promise.all([cwd, dirname(path)].map((one) => realpath(one).catch(() => null)))
  if (top === null || top === undefined || parent === null || parent === undefined) return null
  return parent === top || parent.startsWith(top + sep) ? parent : null
}

const writeEnv = async (cwd: string, path: string, variables: Readonly<Record<string, string>>): Promise<boolean> => {
  const parent = await confinedParent(cwd, join(cwd, path))
  if (parent === null) return false
  const written = inDirectory(parent, (directory) => writeEnvAt(join(directory, basename(path)), variables))
  return written ?? false
}

const writeEnvAt = (file: string, variables: Readonly<Record<string, string>>): boolean => {
  const found = lstatSync(file, { throwIfNoEntry: false })
  const text = found === undefined ? '' : readText(file, MAX_ENV_BYTES)
  if (text === null) return false
  const next = withVariables(text, variables)
  return next === text || replaceFileIf(file, next, found === undefined ? 0o600 : found.mode & 0o777, () => true)
}

/** Deletes what is in a directory, and keeps the directory. False if a link leads out of the lane. */
const clear = async (cwd: string, dir: string): Promise<boolean> => {
  const path = join(cwd, dir)
  const found = await lstat(path).catch(() => null)
  if (found === null) return true
  const parent = found.isDirectory() ? await confinedParent(cwd, path) : null
  return parent !== null && emptyDirectory(join(parent, basename(path)))
}
