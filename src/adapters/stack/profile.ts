import { accessSync, closeSync, constants, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import * as Either from 'effect/Either'
import type { FoundProfile, ProfilePlace } from '../../commands/ports/stack-files.js'
import { type HookName, isHookName } from '../../domain/stack/hooks.js'
import { readProfile } from '../../domain/stack/profile.js'
import { bytesOf, openRegular, readText } from '../files/regular-file.js'

const FOLDER = join('.svc', 'profile')
const MAX_BYTES = 65_536
const GITDIR = /^gitdir: (.+?)\s*$/

/** Returns where the profile of a lane is: in its directory, or in the main working directory of its repository. */
export const findProfile = (cwd: string, sourceRepo: string | null): ProfilePlace => {
  const repository = sourceRepo ?? mainDirectoryOf(cwd) ?? cwd
  const roots = [...new Set([cwd, repository])]
  const searched = roots.map((root) => join(root, FOLDER))
  const root = roots.find((one) => isDirectory(join(one, FOLDER)))
  return { repository, searched, found: root === undefined ? null : profileIn(root) }
}

/** Returns the main working directory of the repository that a directory is in; null outside of one. Git is not run. */
const mainDirectoryOf = (dir: string): string | null => {
  const at = join(dir, '.git')
  try {
    if (lstatSync(at).isDirectory()) return dir
    const own = resolve(dir, GITDIR.exec(textOf(at))?.[1] ?? '.git')
    const common = resolve(own, textOf(join(own, 'commondir')).trim())
    // A bare repository has no working directory: what identifies it is its own.
    return realpathSync(basename(common) === '.git' ? dirname(common) : common)
  } catch {
    const above = dirname(dir)
    return above === dir ? null : mainDirectoryOf(above)
  }
}

const textOf = (path: string): string => {
  const text = readText(path, MAX_BYTES)
  if (text === null) throw new Error(`${path} cannot be read`)
  return text
}

const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const profileIn = (root: string): FoundProfile => {
  const dir = join(root, FOLDER)
  return { dir, profile: read(join(dir, 'profile.json')), hooks: hooksIn(root, join(dir, 'hooks')) }
}

const read = (path: string): FoundProfile['profile'] => {
  const opened = openRegular(path)
  if (opened === null) return isPresent(path) ? Either.left('profile.json is not a file') : null
  try {
    const { size } = opened.stats
    if (size > MAX_BYTES) return Either.left(`profile.json is larger than ${MAX_BYTES} bytes`)
    return readProfile(bytesOf(opened.fd, size).toString('utf8'))
  } finally {
    closeSync(opened.fd)
  }
}

const isPresent = (path: string): boolean => {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}

/** Returns the hooks that can be executed. Links that lead out of the working directory do not count. */
const hooksIn = (root: string, folder: string): ReadonlyMap<HookName, string> => {
  const hooks = new Map<HookName, string>()
  for (const name of namesIn(folder)) {
    const path = join(folder, name)
    if (isHookName(name) && isExecutable(root, path)) hooks.set(name, path)
  }
  return hooks
}

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    return []
  }
}

const isExecutable = (root: string, path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile() && realpathSync(path).startsWith(realpathSync(root) + sep)
  } catch {
    return false
  }
}
