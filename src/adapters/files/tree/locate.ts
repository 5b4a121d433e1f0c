import { realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Root } from '../../../commands/ports/folder-files.js'
import { isGitName, isHiddenAtHome, isOfGit, isSecretName, type Segments } from '../../../domain/files/path.js'
import { isWithin } from '../../../domain/access/territory.js'
import { reject } from '../../../domain/rejection.js'
import { inFolder, isAbsence, nameOf, type OpenFolder } from './folder.js'
import { badPath, type FileRejection, missing } from './rejection.js'

/** An entry that may be missing, by its name in a folder that is held open. */
export interface Located {
  readonly folder: OpenFolder
  readonly name: string
  /** Inside the root, as it was asked for. */
  readonly path: string
}

const ofGit = () => badPath('git manages this')
const secret = () => reject('ESECRET', 'it may hold keys, and is never shown or copied')

/** Returns why an entry of a folder may not be touched; null if it may. */
export const refusalOf = (root: Root, { real }: OpenFolder, name: string): FileRejection | null => {
  if (isGitName(name)) return ofGit()
  if (isSecretName(name, nameOf({ at: '', real }))) return secret()
  return root.isHome && real === root.path && isHiddenAtHome(name) ? secret() : null
}

/** Runs work in a folder of a root. Links on the way may only lead to places inside the root. */
export const inPath = async <A>(
  root: Root,
  path: Segments,
  work: (folder: OpenFolder, root: Root) => Promise<A | FileRejection>,
): Promise<A | FileRejection> => {
  const shown = path.join('/')
  if (isOfGit(path)) return ofGit()
  const top = await realOf(root.path)
  const real = top === null ? null : await realOf(join(top, ...path))
  if (top === null || real === null) return missing(shown)
  if (!isWithin(real, top)) return badPath('leads out of the folder')
  const inside = relative(top, real).split('/')
  if (isOfGit(inside)) return ofGit()
  if (root.isHome && real !== top && isHiddenAtHome(inside[0] ?? '')) return secret()
  const done = await inFolder(real, (folder) => work(folder, { ...root, path: top }))
  return done === null ? missing(shown) : done
}

/** Runs work on an entry, which may be missing. Its name is never followed. */
export const atPath = async <A>(
  root: Root,
  path: Segments,
  work: (located: Located, root: Root) => Promise<A | FileRejection>,
): Promise<A | FileRejection> => {
  const name = path.at(-1)
  if (name === undefined) return badPath('names the folder itself')
  if (isGitName(name)) return ofGit()
  return inPath(root, path.slice(0, -1), async (folder, real) => {
    const refused = refusalOf(real, folder, name)
    return refused ?? work({ folder, name, path: path.join('/') }, real)
  })
}

const realOf = async (path: string): Promise<string | null> => {
  try {
    return await realpath(path)
  } catch (error) {
    if (isAbsence(error)) return null
    throw error
  }
}
